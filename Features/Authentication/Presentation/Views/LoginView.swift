#if canImport(SwiftUI)
  import Core
  import SwiftUI

  /// Where somebody signs in or makes an account, as in the article "FOCAL".
  public struct LoginView: View {
    private let store: AuthStore
    private let messages: AuthMessages
    private let purpose: LoginPurpose
    private let providers: [IdentityProvider]

    /// Makes the view.
    ///
    /// - Parameters:
    ///   - store: Who is signed in.
    ///   - messages: The texts.
    ///   - purpose: What somebody is here for.
    ///   - providers: Who else vouches for users, in the order to show them.
    public init(
      store: AuthStore, messages: AuthMessages = .japanese, purpose: LoginPurpose = .signIn,
      providers: [IdentityProvider] = []
    ) {
      self.store = store
      self.messages = messages
      self.purpose = purpose
      self.providers = providers
    }

    /// The form, or the name of whoever is signed in.
    public var body: some View {
      ZStack {
        switch store.state {
        case .signedOut, .loading, .error:
          LoginContentView(store: store, messages: messages, purpose: purpose, providers: providers)
        case .signedIn(let user):
          Text(user.name)
        }
      }
      .noticeAlert(store.notice, dismiss: store.dismissNotice)
    }
  }

  /// What somebody who is not signed in is here for.
  public enum LoginPurpose: Sendable {
    /// They have an account.
    case signIn
    /// They want one.
    case signUp
  }
#endif
