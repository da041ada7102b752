#if canImport(SwiftUI)
  import Core
  import SwiftUI

  /// The address and the password of somebody who signs in or up.
  struct LoginForm: View {
    private let store: AuthStore
    private let messages: AuthMessages
    private let purpose: LoginPurpose
    @State private var email = ""
    @State private var password = ""

    init(store: AuthStore, messages: AuthMessages, purpose: LoginPurpose) {
      self.store = store
      self.messages = messages
      self.purpose = purpose
    }

    var body: some View {
      Section {
        if case .error(let text) = store.state {
          if purpose == .signUp { Text(messages.signUpFailedTitle).font(.headline) }
          ErrorText(text)
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
        LoadingButton(title, progress: messages.loading, isLoading: isLoading, action: submit)
      }
    }

    private var isLoading: Bool { store.state == .loading }

    private var title: String {
      switch purpose {
      case .signIn: messages.login
      case .signUp: messages.signUp
      }
    }

    private func submit() async {
      switch purpose {
      case .signIn:
        await store.login(email: email, pass: password)
      case .signUp:
        await store.signUp(email: email, pass: password)
      }
      if case .error = store.state { (email, password) = ("", "") }
    }
  }
#endif
