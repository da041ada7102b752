import Observation
import StoreExploring

enum StuckSendQueue {
  static let exhibit = Exhibit(
    "Nothing is sent until the app is killed", violates: "what is written is sent while the network works",
    after: [.start("send"), .answer("send", with: "timed out")], loop: [],
    states: 32, guarded: "send",
    racy: { explorer(SendQueueModel.init) }, mended: { explorer(MendedSendQueueModel.init) })

  @MainActor @Observable
  class SendQueueModel {
    private(set) var unsent = 0
    private(set) var isOnline = true
    fileprivate(set) var isEnabled = true
    private var isSending = false
    private let publish: @Sendable () async throws -> Void

    init(publish: @escaping @Sendable () async throws -> Void) {
      self.publish = publish
    }

    func send() async {
      unsent += 1
      await flush()
    }

    func networkIsBack() async {
      isOnline = true
      isEnabled = true
      await flush()
    }

    func networkIsLost() {
      isOnline = false
    }

    private func flush() async {
      guard !isSending else { return }
      isSending = true
      defer { isSending = false }
      while isEnabled, unsent > 0 {
        do {
          try await publish()
          unsent -= 1
        } catch {
          sendingFailed()
        }
      }
    }

    /// The queue waits until the network is back.
    func sendingFailed() {
      isEnabled = false
    }
  }

  /// Waits for the network only where it is lost, and else tries again.
  final class MendedSendQueueModel: SendQueueModel {
    override func sendingFailed() {
      isEnabled = isOnline
    }
  }

  @MainActor private static func explorer(
    _ make: @escaping @MainActor (@escaping @Sendable () async throws -> Void) -> SendQueueModel
  ) -> StoreExplorer<SendQueueModel, ObservedProperties> {
    StoreExplorer(
      actions: [
        StoreAction("send", locals: .forgotten, when: { $0.unsent < 2 }) { await $0.send() },
        StoreAction("network is lost", when: { $0.isOnline }) { $0.networkIsLost() },
        StoreAction("network is back", locals: .forgotten, when: { !$0.isOnline }) { await $0.networkIsBack() },
      ],
      invariants: [
        .leadsTo(
          "what is written is sent while the network works", from: { $0.isOnline && $0.unsent > 0 },
          to: { !$0.isOnline || $0.unsent == 0 })
      ]
    ) { dependencies in
      make(dependencies.call("send") { [.success("sent"), .failure("timed out", Offline())] })
    }
  }
}
