import Foundation
import Observation
import StoreExploring

enum ForceQuit {
  static let exhibit = Exhibit(
    "Force quit, and the post is gone", violates: "what was written is at the server or kept",
    after: [.start("post"), .kill], states: 169, guarded: "post",
    racy: { explorer(OutboxModel.init) }, mended: { explorer(MendedOutboxModel.init) })

  @MainActor
  final class DraftFile {
    var draft: UUID?
  }

  typealias Publish = @Sendable (UUID) async throws -> Void

  @MainActor @Observable
  class OutboxModel {
    fileprivate(set) var draft: UUID?
    fileprivate let file: DraftFile
    fileprivate let publish: Publish

    init(file: DraftFile, publish: @escaping Publish) {
      draft = file.draft
      self.file = file
      self.publish = publish
    }

    func post() async {
      let post = draft ?? UUID()
      draft = post
      do {
        try await publish(post)
        draft = nil
        file.draft = nil
      } catch {
        file.draft = post
      }
    }
  }

  final class MendedOutboxModel: OutboxModel {
    override func post() async {
      let post = draft ?? UUID()
      draft = post
      file.draft = post
      do {
        try await publish(post)
        draft = nil
        file.draft = nil
      } catch {}
    }
  }

  typealias Make = @MainActor (DraftFile, @escaping Publish) -> OutboxModel

  struct OutboxApp {
    let model: OutboxModel
    let file: DraftFile
    let server: PostServer

    @MainActor init(_ make: Make, _ file: DraftFile, _ server: PostServer, _ dependencies: ControlledDependencies) {
      (self.file, self.server) = (file, server)
      model = make(
        file,
        dependencies.call("post", whenLost: Offline()) { post in
          [.served("published") { await server.publish(post) }]
        })
    }
  }

  @MainActor private static func explorer(_ make: @escaping Make) -> StoreExplorer<OutboxApp, ObservedProperties> {
    StoreExplorer(
      actions: [
        StoreAction("post", when: { $0.server.posts.isEmpty || $0.model.draft != nil }) {
          await $0.model.post()
        }
      ],
      invariants: [
        .following("what was written is at the server or kept", from: false) { isWritten, app in
          isWritten = isWritten || app.started == "post"
          return !isWritten || app.model.draft != nil || !app.server.posts.isEmpty
        },
        .always("what was written is at the server once") { $0.server.posts.count <= 1 },
      ], relaunch: { OutboxApp(make, $0.file, $0.server, $1) }
    ) { OutboxApp(make, DraftFile(), PostServer(), $0) }
  }
}
