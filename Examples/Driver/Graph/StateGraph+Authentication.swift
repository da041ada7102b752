#if Driver
  import Authentication
  import Core
  import StoreExploring

  extension StateGraph {
    /// Authentication with every kind of answer that leads somewhere.
    @MainActor
    static var authentication: StoreExplorer<AuthStore, AuthState> {
      StoreExplorer(
        state: \.state, actions: actions, invariants: [], fingerprint: { StateFingerprint($0) }
      ) { holds in
        AuthStore(useCase: useCase(holds), messages: .english)
      }
    }

    @MainActor
    private static var actions: [StoreAction<AuthStore>] {
      [
        StoreAction("login") { await $0.login(email: FakeAccount.taro.email, pass: FakeAccount.taro.password) },
        StoreAction("login with provider") { await $0.login(with: .google { AccessToken("google-taro") }) },
        StoreAction("sign up") { await $0.signUp(email: FakeAccount.taro.email, pass: FakeAccount.taro.password) },
        StoreAction("restore") { await $0.restore() },
        StoreAction("logout") { await $0.logout() },
        StoreAction("session ended") { await $0.sessionEnded() },
      ]
    }

    private static func useCase(_ holds: ControlledDependencies) -> AuthUseCase {
      let (account, failure) = (FakeAccount.taro, AuthError.cancelled)
      let user = User(
        id: account.id, name: account.name, email: account.email, lastLoginDate: DriverBackend.tourDate)
      var useCase = AuthUseCase(
        login: holds.useCase("login", whenCancelled: failure) { _ in
          [.success("a user", user), .failure("wrong password", .invalidCredentials)]
        },
        logout: holds.useCase("logout", whenCancelled: failure) { _ in
          [.success("done"), .failure("offline", .noNetwork)]
        })
      useCase.loginWithProvider = holds.useCase("provider", whenCancelled: failure) { _ in
        [.success("a user", user), .failure("no account", .noAccount), .failure("backed out", .cancelled)]
      }
      useCase.signUp = holds.useCase("sign-up", whenCancelled: failure) { _ in
        [.success("a user", user), .failure("address taken", .emailAlreadyInUse)]
      }
      useCase.recallSession = holds.useCase("storage") { _ in
        [.success("a session", .user(user)), .success("no session", .none), .success("damage", .damaged)]
      }
      useCase.restoreSession = holds.useCase("server", whenCancelled: failure) { _ in
        [.success("a user", user), .success("refused", nil), .failure("offline", .noNetwork)]
      }
      return useCase
    }
  }
#endif
