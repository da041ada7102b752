extension FakeRoute {
  /// The routes of Authentication.
  static let authentication = [
    FakeRoute(.post, "/v1/login") { state, call throws(FakeProblem) in
      let request = try call.body(as: LoginRequest.self)
      let account = try state.authentication.checkPassword(request, configuration: state.configuration)
      return state.open(account)
    },
    FakeRoute(.post, "/v1/login/{provider}") { state, call throws(FakeProblem) in
      let token = try call.body(as: IdentityTokenRequest.self).token
      let provider = call.placeholders["provider"]
      guard
        let identity = state.configuration.identities.first(where: { $0.provider == provider && $0.token == token })
      else {
        throw FakeProblem(status: 401, code: "not_authorized", detail: "The provider does not vouch for this.")
      }
      guard let account = state.authentication.account(for: identity.email) else {
        throw FakeProblem(status: 404, code: "no_account", detail: "Nobody has an account by this identity.")
      }
      return state.open(account)
    },
    FakeRoute(.post, "/v1/signup") { state, call throws(FakeProblem) in
      let account = try state.authentication.signUp(try call.body(as: LoginRequest.self))
      return state.open(account, status: 201)
    },
    FakeRoute(.post, "/v1/logout") { state, call throws(FakeProblem) in
      _ = try state.account(of: call)
      call.token.map { state.authentication.tokens[$0] = nil }
      return HTTPResponse(status: 204)
    },
    FakeRoute(.get, "/v1/me") { state, call throws(FakeProblem) in
      .json(UserResponse(state.authentication.user(try state.account(of: call))))
    },
  ]
}

extension FakeState {
  /// Whose token a request was sent with.
  func account(of call: FakeCall) throws(FakeProblem) -> FakeAccount {
    guard let account = call.token.flatMap({ authentication.tokens[$0] }) else {
      throw FakeProblem(status: 401, code: "unauthorized", detail: "This call needs a token from login.")
    }
    return account
  }

  fileprivate mutating func open(_ account: FakeAccount, status: Int = 200) -> HTTPResponse {
    .json(authentication.open(account, at: configuration.now()), status: status)
  }
}
