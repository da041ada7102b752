extension FakeRoute {
  /// The routes of Feed.
  static let feed = [
    FakeRoute(.get, "/v1/lists") { state, call throws(FakeProblem) in
      _ = try state.account(of: call)
      return .json(ListsResponse(state.configuration.timelines.map { Timeline(id: $0.id, title: $0.title) }))
    },
    FakeRoute(.get, "/v1/timeline") { state, call throws(FakeProblem) in
      _ = try state.account(of: call)
      let query = try FakePageQuery(call, in: state.feed)
      return .json(state.feed.page(query, at: state.configuration.now()))
    },
    FakeRoute(.post, "/v1/posts") { state, call throws(FakeProblem) in
      let account = try state.account(of: call)
      let key = call.request.headers["Idempotency-Key"]
      // Everybody who left it empty would share one post.
      guard key?.isEmpty != true else {
        throw FakeProblem(status: 400, code: "invalid_idempotency_key", detail: "The key has a character or more.")
      }
      let request = try call.body(as: PostRequest.self)
      let text = request.text.trimmingWhitespace
      guard (1...280).contains(text.count) else {
        throw FakeProblem(status: 422, code: "invalid_text", detail: "A post has 1 to 280 characters.", field: "text")
      }
      if let post = state.feed.post(with: key, by: account) { return .json(PostResponse(post), status: 201) }
      if let answered = request.inReplyTo, !state.feed.contains(answered) {
        throw FakeProblem(
          status: 422, code: "unknown_post", detail: "There is no post to reply to.", field: "in_reply_to_id")
      }
      let post = state.feed.post(
        text, inReplyTo: request.inReplyTo, by: account, key: key, at: state.configuration.now())
      return .json(PostResponse(post), status: 201)
    },
  ]
}
