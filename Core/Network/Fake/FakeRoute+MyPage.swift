extension FakeRoute {
  /// The routes of MyPage.
  static let myPage = [
    FakeRoute(.get, "/v1/profile") { state, call throws(FakeProblem) in
      .json(ProfileResponse(try state.profiles.profile(of: try state.account(of: call))))
    },
    FakeRoute(.put, "/v1/profile") { state, call throws(FakeProblem) in
      let account = try state.account(of: call)
      return .json(ProfileResponse(try state.profiles.save(try call.body(as: ProfileRequest.self), for: account)))
    },
    FakeRoute(.delete, "/v1/profile") { state, call throws(FakeProblem) in
      state.profiles.delete(of: try state.account(of: call))
      return HTTPResponse(status: 204)
    },
  ]
}
