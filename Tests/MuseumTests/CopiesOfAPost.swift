import Foundation
import Observation
import StoreExploring

enum CopiesOfAPost {
  static let exhibit = Exhibit(
    "Eleven copies of a post", violates: "what was written is at the server once",
    after: [
      .start("post"), .answer("post", with: "published"), .answer("answer to post", with: "lost"), .start("post"),
      .answer("post", with: "published"),
    ],
    states: 10, guarded: "post",
    racy: { explorer(RetryModel.init) }, mended: { explorer(MendedRetryModel.init) })

  @MainActor @Observable
  class RetryModel {
    private(set) var isSending = false
    private(set) var errorMessage: String?
    fileprivate let publish: @Sendable (UUID) async throws -> Void

    init(publish: @escaping @Sendable (UUID) async throws -> Void) {
      self.publish = publish
    }

    func post() async {
      guard !isSending else { return }
      isSending = true
      errorMessage = nil
      do {
        try await send()
      } catch {
        errorMessage = "Not sent. Try again."
      }
      isSending = false
    }

    func send() async throws {
      try await publish(UUID())
    }
  }

  final class MendedRetryModel: RetryModel {
    private var key = UUID()

    override func send() async throws {
      try await publish(key)
      key = UUID()
    }
  }

  struct RetryingApp {
    let model: RetryModel
    let server: PostServer
  }

  @MainActor private static func explorer(
    _ make: @escaping @MainActor (@escaping @Sendable (UUID) async throws -> Void) -> RetryModel
  ) -> StoreExplorer<RetryingApp, ObservedProperties> {
    StoreExplorer(
      actions: [
        StoreAction("post", when: { $0.server.posts.isEmpty || $0.model.errorMessage != nil }) {
          await $0.model.post()
        }
      ],
      invariants: [.always("what was written is at the server once") { $0.server.posts.count <= 1 }]
    ) { dependencies in
      let server = PostServer()
      let publish = dependencies.call("post", whenLost: Offline()) { key in
        [.served("published") { await server.publish(key) }]
      }
      return RetryingApp(model: make(publish), server: server)
    }
  }
}
