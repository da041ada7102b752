#if canImport(SwiftUI)
  import Core
  import SwiftUI

  /// The sign-in and sign-up screen.
  public struct LoginView: View {
    private let store: AuthStore
    private let purpose: LoginPurpose
    private let providers: [IdentityProvider]

    /// Creates the view; identity providers are shown in this order.
    public init(store: AuthStore, purpose: LoginPurpose = .signIn, providers: [IdentityProvider] = []) {
      self.store = store
      self.purpose = purpose
      self.providers = providers
    }

    /// The form, or the name of the signed-in user.
    public var body: some View {
      ZStack {
        switch store.state {
        case .signedOut, .loading, .error:
          form
        case .signedIn(let user):
          Text(user.name)
        }
      }
      .noticeAlert(store.notice, messages: store.messages.common, dismiss: actions.dismissNotice)
    }

    private var actions: any AuthActions { store }

    private var form: some View {
      Form {
        Section {
          Text(store.messages.title)
            .font(.title)
            .accessibilityAddTraits(.isHeader)
        }
        LoginForm(store: store, purpose: purpose)
        Section {
          ForEach(providers, id: \.id) { provider in
            Button {
              Task { await actions.login(with: provider) }
            } label: {
              if provider.id == "apple" {
                Label(store.messages.login(with: provider), systemImage: "apple.logo")
              } else {
                Text(store.messages.login(with: provider))
              }
            }
          }
          switch purpose {
          case .signIn:
            if store.capabilities.contains(.signUp) { Button(store.messages.signUp, action: actions.showSignUp) }
          case .signUp: Button(store.messages.login, action: actions.showSignIn)
          }
        }
        .disabled(store.state == .loading)
      }
    }
  }

  /// The email and password fields and their button.
  private struct LoginForm: View {
    let store: AuthStore
    let purpose: LoginPurpose
    @State private var email = ""
    @State private var password = ""

    init(store: AuthStore, purpose: LoginPurpose) {
      self.store = store
      self.purpose = purpose
    }

    var body: some View {
      Section {
        if case .error(let message) = store.state {
          if let title = store.errorTitle { Text(title).font(.headline) }
          ErrorText(message)
        }
        TextField(messages.email, text: $email)
          .emailInput()
        SecureField(messages.password, text: $password)
          .passwordInput(isNew: purpose == .signUp)
          .onSubmit {
            Task { await submit() }
          }
      }
      .disabled(isLoading)
      Section {
        LoadingButton(title, progress: messages.common.loading, isLoading: isLoading, action: submit)
      }
    }

    private var actions: any AuthActions { store }
    private var messages: AuthMessages { store.messages }
    private var isLoading: Bool { store.state == .loading }

    private var title: String {
      switch purpose {
      case .signIn: messages.login
      case .signUp: messages.signUp
      }
    }

    private func submit() async {
      switch purpose {
      case .signIn: await actions.login(email: email, pass: password)
      case .signUp: await actions.signUp(email: email, pass: password)
      }
      if store.isPasswordRefused { password = "" }
    }
  }
#endif

/// The purpose of a sign-in screen.
public enum LoginPurpose: Sendable, Hashable {
  /// Signing in to an existing account.
  case signIn
  /// Creating an account.
  case signUp
}
