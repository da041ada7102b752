import Observation
import StoreExploring

enum DoubleTap {
  static let exhibit = Exhibit(
    "A double tap publishes twice", violates: "a double tap is one request",
    after: [.start("post"), .start("post")], states: 3, guarded: "post",
    racy: { explorer(ComposerModel.init) }, mended: { explorer(MendedComposerModel.init) })

  @MainActor @Observable
  class ComposerModel {
    private(set) var isSending = false
    private let publish: @Sendable () async throws -> Void

    init(publish: @escaping @Sendable () async throws -> Void) {
      self.publish = publish
    }

    func post() async {
      isSending = true
      try? await publish()
      isSending = false
    }
  }

  final class MendedComposerModel: ComposerModel {
    override func post() async {
      guard !isSending else { return }
      await super.post()
    }
  }

  @MainActor private static func explorer(
    _ make: @escaping @MainActor (@escaping @Sendable () async throws -> Void) -> ComposerModel
  ) -> StoreExplorer<ComposerModel, ObservedProperties> {
    StoreExplorer(
      actions: [StoreAction("post") { await $0.post() }],
      invariants: [.always("a double tap is one request", when: { $0.isDoubleTap }) { !$0.makesCall }]
    ) { dependencies in
      make(dependencies.call("post") { [.success("published"), .failure("offline", Offline())] })
    }
  }
}
