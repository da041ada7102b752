#if Network
  import Authentication
  import Core

  extension StoreCase {
    private nonisolated static let messages = AuthMessages.english

    /// What becomes of somebody who comes in, or does not.
    private static func enter(_ trouble: Trouble, _ sight: inout Sight, text: (Trouble) -> String) {
      guard trouble == .none else { return sight.auth = .error(text(trouble)) }
      sight.auth = .signedIn(user: AuthenticatedUser(name: "Taro"))
      sight.authRoutes = [.signedIn]
      sight.isSignedIn = true
    }

    private static func general(_ trouble: Trouble) -> String {
      switch trouble {
      case .noAnswer: messages.noNetwork
      case .status(429, nil): messages.rateLimited
      case .status(429, let seconds?): "Too many attempts. Try again in \(seconds) seconds."
      case .none, .unreadable, .sessionEnded, .status: messages.serverError
      }
    }

    nonisolated static let authentication = [
      StoreCase("login", "POST /v1/login", prepare: { _ in }, act: { await $0.logIn() }) { trouble, sight in
        enter(trouble, &sight) { trouble in
          switch trouble {
          case .status(401, _), .status(403, _): messages.invalidCredentials
          default: general(trouble)
          }
        }
      },
      StoreCase(
        "login with a provider", "POST /v1/login/google", prepare: { _ in },
        act: { await $0.auth.login(with: .google { AccessToken("google-taro") }) }
      ) { trouble, sight in
        enter(trouble, &sight) { trouble in
          switch trouble {
          case .status(401, _), .status(403, _): messages.notAuthorized
          case .status(404, _): messages.noAccount
          default: general(trouble)
          }
        }
      },
      StoreCase(
        "sign-up", "POST /v1/signup", prepare: { _ in },
        act: { await $0.auth.signUp(email: "new@example.com", pass: "password123") }
      ) { trouble, sight in
        enter(trouble, &sight) { trouble in
          switch trouble {
          case .noAnswer: messages.signUpNoNetwork
          case .status(409, _): messages.emailAlreadyInUse
          case .status(429, _): general(trouble)
          case .none, .unreadable, .sessionEnded, .status: messages.signUpFailed
          }
        }
        if trouble == .none {
          sight.notices = [Notice(title: messages.signUpDoneTitle, text: messages.signUpDone, button: "OK")]
        }
      },
      StoreCase(
        "logout", "POST /v1/logout", act: { await $0.auth.logout() }, leave: { await $0.logIn() }
      ) { trouble, sight in
        sight.auth = .signedOut
        sight.authRoutes = [.signedOut]
        sight.isSignedIn = false
        // A server that knows no such session has ended it already.
        let isDone = trouble == .none || trouble == .status(401, retryAfter: nil)
        sight.notices = [
          isDone
            ? Notice(title: messages.logoutDoneTitle, text: messages.logoutDone, button: "OK")
            : Notice(title: messages.logoutFailedTitle, text: messages.logoutFailed, button: "OK")
        ]
      },
      StoreCase(
        "restore", "GET /v1/me",
        prepare: { stage in
          await stage.logIn()
          stage.relaunch()
        },
        act: { await $0.auth.restore() },
        leave: { stage in
          await stage.logIn()
          stage.takeNote()
          await stage.auth.logout()
        }
      ) { trouble, sight in
        switch trouble {
        case .status(401, _), .status(403, _): return
        case .none: sight.auth = .signedIn(user: AuthenticatedUser(name: "Taro"))
        case .noAnswer, .unreadable, .sessionEnded, .status:
          sight.auth = .signedIn(user: AuthenticatedUser(name: "太郎"))
        }
        sight.authRoutes = [.signedIn]
        sight.isSignedIn = true
      },
    ]
  }
#endif
