/// The query of `GET /v1/timeline`.
struct FakePageQuery: Sendable {
  /// The generated posts of the timeline that was asked for.
  let posts: FakePosts
  /// The number below which the page begins, 1 or more.
  let maxID: Int?
  /// How many posts to send at most, 1 to 100.
  let limit: Int

  init(_ call: FakeCall, in feed: FakeFeed) throws(FakeProblem) {
    let list = call.query("list")
    guard list?.isEmpty != true else { throw .unusable("list", "It names the timeline to read.") }
    guard let id = list ?? feed.home, let posts = feed.posts(of: id) else {
      throw FakeProblem(status: 404, code: "unknown_timeline", detail: "There is no such timeline.", field: "list")
    }
    self.posts = posts
    maxID = try call.query("max_id").map { text throws(FakeProblem) in
      guard let number = Int(text), number > 0, String(number) == text else {
        throw .unusable("max_id", "That is no identifier of a post.")
      }
      return number
    }
    limit =
      try call.query("limit").map { text throws(FakeProblem) in
        guard let number = Int(text), (1...100).contains(number), String(number) == text else {
          throw .unusable("limit", "It is 1 to 100.")
        }
        return number
      } ?? 20
  }
}

extension FakeProblem {
  fileprivate static func unusable(_ field: String, _ detail: String) -> FakeProblem {
    FakeProblem(status: 400, code: "invalid_\(field)", detail: detail, field: field)
  }
}
