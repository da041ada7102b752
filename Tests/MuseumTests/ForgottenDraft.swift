import Observation
import StoreExploring

enum ForgottenDraft {
  static let exhibit = Exhibit(
    "The second post forgets the first", violates: "what failed is unsent until it is sent",
    after: [
      .start("post A"), .answer("post", with: "offline"), .start("post B"), .answer("post", with: "published"),
    ],
    states: 57, guarded: "post",
    racy: { explorer(DraftsModel.init) }, mended: { explorer(MendedDraftsModel.init) })

  @MainActor @Observable
  class DraftsModel {
    fileprivate(set) var unsent: [String] = []
    private(set) var sending: Set<String> = []
    private let publish: @Sendable (String) async throws -> Void

    init(publish: @escaping @Sendable (String) async throws -> Void) {
      self.publish = publish
    }

    func post(_ text: String) async {
      takeUnsent(text)
      sending.insert(text)
      do { try await publish(text) } catch { unsent.append(text) }
      sending.remove(text)
    }

    func takeUnsent(_ text: String) {
      unsent = []
    }
  }

  final class MendedDraftsModel: DraftsModel {
    override func takeUnsent(_ text: String) {
      unsent.removeAll { $0 == text }
    }
  }

  @MainActor private static func explorer(
    _ make: @escaping @MainActor (@escaping @Sendable (String) async throws -> Void) -> DraftsModel
  ) -> StoreExplorer<DraftsModel, ObservedProperties> {
    StoreExplorer(
      actions: ["A", "B"].map { text in
        StoreAction("post \(text)", when: { !$0.sending.contains(text) }) { await $0.post(text) }
      },
      invariants: [
        .following("what failed is unsent until it is sent", from: Set<String>()) { failed, model in
          if case .answered(_, with: let answer, by: let run) = model.lastEvents.first {
            if answer == "offline" { failed.insert(run.name) } else { failed.remove(run.name) }
          }
          return !model.isIdle || failed == Set(model.unsent.map { "post \($0)" })
        }
      ]
    ) { dependencies in
      make(dependencies.call("post") { _ in [.success("published"), .failure("offline", Offline())] })
    }
  }
}
