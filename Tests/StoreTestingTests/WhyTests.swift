import Observation
import StoreExploring
import Testing

/// The sentence that says what decides a violation.
@MainActor
struct WhyTests {
  @Test func `A race names the two steps whose order decides, and the line that awaits the call`() async {
    #expect(
      await why(.always("a user sees one’s own posts") { $0.posts == nil || $0.posts == $0.user })
        == """
        It holds if “switch user” comes after “posts answers its posts”; the model went on after “posts”\(awaited).
        """)
  }

  @Test func `An answer that decides is named with the one by which the invariant holds`() async {
    let invariant = Invariant<PostsModel, ObservedProperties>.always("what is loaded is shown") { model in
      guard case .answered = model.lastEvents.first else { return true }
      return model.posts != nil
    }
    #expect(
      await why(invariant)
        == """
        It holds if “posts” answers “its posts” instead of “offline”; the model went on after “posts”\(awaited).
        """)
  }

  @Test func `A second tap that decides is named with the call that it makes`() async {
    #expect(
      await why(.always("a double tap is one request", when: { $0.isDoubleTap }) { !$0.makesCall })
        == "It holds without the second “load”; the pending call is “posts”\(awaited).")
  }

  @Test func `An event that decides is named where its order does not matter`() async {
    let invariant = Invariant<PostsModel, ObservedProperties>.following(
      "one who switches loads nothing", from: [String]()
    ) { seen, model in
      if model.started == "switch user" { seen.append("switch") }
      if case .answered = model.lastEvents.first { seen.append("answer") }
      return Set(seen).count < 2
    }
    #expect(
      await why(invariant)
        == "It holds without “switch user”; the model went on after “posts”\(awaited).")
  }

  @Test func `Steps that are missing are named where no step can be left out`() async {
    #expect(
      await why(
        .following("one who switches has seen posts", from: false) { hasSeen, model in
          hasSeen = hasSeen || model.posts != nil
          return hasSeen || model.started != "switch user"
        })
          == """
          It holds if “load” and “posts answers its posts” come before “switch user”; the call is “posts”\(awaited).
          """)
  }

  @Test func `A replayed schedule has the same reason`() async throws {
    let explorer = PostsModel.explorer(
      .always("a user sees one’s own posts") { $0.posts == nil || $0.posts == $0.user })
    let violation = await explorer.explore().violation
    #expect(violation != nil)
    #expect(try await explorer.replay(violation?.steps ?? []) == violation)
  }

  private func why(_ invariant: Invariant<PostsModel, ObservedProperties>) async -> String? {
    await PostsModel.explorer(invariant).explore().violation?.why
  }

  private var awaited: String {
    #if os(Linux)
      ", awaited at WhyTests.swift:\(PostsModel.awaitedLine)"
    #else
      ""
    #endif
  }
}

@MainActor @Observable
private final class PostsModel {
  private(set) var user = "taro"
  private(set) var posts: String?
  private let fetch: @Sendable (String) async throws -> String

  init(fetch: @escaping @Sendable (String) async throws -> String) {
    self.fetch = fetch
  }

  func switchUser() {
    (user, posts) = ("hanako", nil)
  }

  static let awaitedLine = #line + 3

  func load() async {
    guard let answer = try? await fetch(user) else { return }
    posts = answer
  }

  static func explorer(
    _ invariant: Invariant<PostsModel, ObservedProperties>
  ) -> StoreExplorer<PostsModel, ObservedProperties> {
    StoreExplorer(
      actions: [StoreAction("load") { await $0.load() }, StoreAction("switch user") { $0.switchUser() }],
      invariants: [invariant]
    ) { dependencies in
      PostsModel(
        fetch: dependencies.call("posts") { user in
          [.success("its posts", user), .failure("offline", CancellationError())]
        })
    }
  }
}

extension Violation {
  /// The sentence as the description has it.
  var whyInLines: String { (why ?? "").replacing("; ", with: ";\n") }
}
