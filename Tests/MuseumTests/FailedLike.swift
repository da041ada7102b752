import Observation
import StoreExploring

enum FailedLike {
  static let exhibit = Exhibit(
    "A failed like rolls back a newer one", violates: "the heart is what the server has",
    after: [.start("tap"), .start("tap"), .answer("like", with: "offline"), .answer("like", with: "offline")],
    states: 10, guarded: "like",
    racy: { explorer(.kept, HeartModel.init) }, mended: { explorer(.forgotten, MendedHeartModel.init) })

  @MainActor @Observable
  final class LikeServer {
    private(set) var isLiked = false

    func set(isLiked: Bool) {
      self.isLiked = isLiked
    }
  }

  @MainActor @Observable
  class HeartModel {
    fileprivate(set) var isLiked = false
    fileprivate let send: @Sendable (Bool) async throws -> Void

    init(send: @escaping @Sendable (Bool) async throws -> Void) {
      self.send = send
    }

    func toggle() {
      let before = isLiked
      isLiked.toggle()
      Task {
        do { try await send(isLiked) } catch { isLiked = before }
      }
    }
  }

  /// One request in flight, and the newest choice after it.
  final class MendedHeartModel: HeartModel {
    private var confirmed = false
    private var isSending = false

    override func toggle() {
      isLiked.toggle()
      Task {
        guard !isSending else { return }
        isSending = true
        while isLiked != confirmed {
          let sent = isLiked
          do { try await send(sent); confirmed = sent } catch { isLiked = confirmed }
        }
        isSending = false
      }
    }
  }

  struct LikedPost {
    let heart: HeartModel
    let server: LikeServer
  }

  @MainActor private static func explorer(
    _ locals: StoreAction<LikedPost>.Locals,
    _ make: @escaping @MainActor (@escaping @Sendable (Bool) async throws -> Void) -> HeartModel
  ) -> StoreExplorer<LikedPost, ObservedProperties> {
    StoreExplorer(
      actions: [StoreAction("tap", locals: locals) { $0.heart.toggle() }],
      invariants: [.whenIdle("the heart is what the server has") { $0.heart.isLiked == $0.server.isLiked }]
    ) { dependencies in
      let server = LikeServer()
      let heart = make(
        dependencies.call("like") { isLiked in
          [.served("done") { await server.set(isLiked: isLiked) }, .failure("offline", Offline())]
        })
      return LikedPost(heart: heart, server: server)
    }
  }
}
