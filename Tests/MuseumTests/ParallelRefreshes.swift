import Foundation
import Observation
import StoreExploring

enum ParallelRefreshes {
  static let exhibit = Exhibit(
    "Parallel refreshes revoke each other", violates: "who did not sign out is signed in",
    after: [
      .start("read"), .start("read"), .answer("read", with: "401"), .answer("read", with: "401"),
      .answer("refresh", with: "the server’s answer"), .answer("refresh", with: "the server’s answer"),
    ],
    states: 225, guarded: "read",
    racy: { explorer(ReaderModel.init) }, mended: { explorer(MendedReaderModel.init) })

  typealias Fetch = @Sendable (UUID) async throws -> [String]
  typealias Renew = @Sendable (UUID) async throws -> UUID

  @MainActor @Observable
  class ReaderModel {
    fileprivate(set) var posts: [String] = []
    private(set) var isSignedIn = true
    fileprivate var token: UUID
    fileprivate let fetch: Fetch
    private let renew: Renew

    init(token: UUID, fetch: @escaping Fetch, renew: @escaping Renew) {
      (self.token, self.fetch, self.renew) = (token, fetch, renew)
    }

    func read() async {
      guard isSignedIn else { return }
      do {
        posts = try await fetch(token)
      } catch {
        await refresh()
      }
    }

    fileprivate func refresh() async {
      do { token = try await renew(token) } catch { isSignedIn = false }
    }
  }

  /// One refresh for all that wait.
  final class MendedReaderModel: ReaderModel {
    private var refreshing: Task<Void, Never>?

    override func read() async {
      guard isSignedIn else { return }
      let sent = token
      do {
        posts = try await fetch(token)
      } catch {
        guard token == sent else { return }
        if refreshing == nil {
          refreshing = Task {
            await refresh()
            refreshing = nil
          }
        }
        await refreshing?.value
      }
    }
  }

  struct Reader {
    let model: ReaderModel
    let server: RotatingServer
  }

  @MainActor private static func explorer(
    _ make: @escaping @MainActor (UUID, @escaping Fetch, @escaping Renew) -> ReaderModel
  ) -> StoreExplorer<Reader, ObservedProperties> {
    StoreExplorer(
      actions: [StoreAction("read") { await $0.model.read() }],
      invariants: [.always("who did not sign out is signed in") { $0.model.isSignedIn }]
    ) { dependencies in
      let server = RotatingServer()
      let model = make(
        server.token,
        dependencies.call("read") { _ in [.success("posts", ["Hello"]), .failure("401", Unauthorized())] },
        dependencies.call("refresh") { token in
          [.served("the server’s answer") { try await server.rotate(token) }]
        })
      return Reader(model: model, server: server)
    }
  }
}
