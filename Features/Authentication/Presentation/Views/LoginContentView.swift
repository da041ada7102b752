#if canImport(SwiftUI)
  import Core
  import SwiftUI

  /// What somebody sees who is not signed in.
  struct LoginContentView: View {
    let store: AuthStore
    let messages: AuthMessages
    let purpose: LoginPurpose
    let providers: [IdentityProvider]

    var body: some View {
      Form {
        Section {
          Text(messages.title)
            .font(.title)
            .accessibilityAddTraits(.isHeader)
        }
        LoginForm(store: store, messages: messages, purpose: purpose)
        Section {
          ForEach(providers, id: \.id) { provider in
            Button(messages.login(with: provider)) {
              Task { await store.login(with: provider) }
            }
          }
          switch purpose {
          case .signIn: Button(messages.signUp, action: store.showSignUp)
          case .signUp: Button(messages.login, action: store.showSignIn)
          }
        }
        .disabled(store.state == .loading)
      }
    }
  }
#endif
