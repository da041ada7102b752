import Core
import Feed
import Foundation
import Synchronization

#if GRDB
  import GRDB
  import GRDBSnapshots
#endif

/// The time from a launch without a network to the timeline that an earlier launch has kept, among those of many users.
@MainActor
enum LaunchBenchmarks {
  private nonisolated static let pageSize = 20

  static func figures(_ rounds: Int) async throws -> [Figure] {
    let folder = URL.temporaryDirectory.appending(path: "focal-launch-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var figures = [await figure("nothing kept", nil, of: 0, rounds)]
    for count in [pageSize, 100_000] {
      let files = FileSnapshotStorage(folder: folder.appending(path: "\(count)"))
      figures.append(await figure("files", files, of: count, rounds))
    }
    #if GRDB
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for count in [pageSize, 1_000_000] {
        let database = try DatabaseQueue(path: folder.appending(path: "\(count).sqlite").path)
        // Only the launches are measured, and a power failure loses nothing here.
        try await database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
        figures.append(await figure("GRDB", try GRDBSnapshotStorage(database: database), of: count, rounds))
      }
    #endif
    return figures
  }

  private static func figure(
    _ name: String, _ storage: (any SnapshotStorage)?, of count: Int, _ rounds: Int
  ) async -> Figure {
    let network = Network()
    for user in 0..<count / pageSize {
      await store(network, storage, user).load()
    }
    network.cut()
    var samples: [Double] = []
    for round in 0..<rounds {
      let user = round % max(1, count / pageSize)
      samples.append(
        await ContinuousClock().measure {
          let store = store(network, storage, user)
          await store.load()
          precondition((store.state.content != nil) == (count > 0), "What was kept is not shown.")
        } / .nanoseconds(1))
    }
    return Figure(work: "launch, \(count.formatted()) kept posts", variant: name, nanoseconds: samples.median)
  }

  private static func store(_ network: Network, _ storage: (any SnapshotStorage)?, _ user: Int) -> FeedStore {
    FeedStore(
      useCase: FeedUseCase(repository: network, snapshots: storage, userID: { "user-\(user)" }), messages: .english)
  }

  private final class Network: FeedRepository {
    private let isCut = Mutex(false)

    func cut() { isCut.withLock { $0 = true } }

    func page(_ request: FeedPageRequest) throws(FeedError) -> FeedPage {
      if isCut.withLock({ $0 }) { throw .noNetwork }
      let posts = (0..<pageSize).map { number in
        Post(
          id: "\(number)", author: Author(id: "author-1", name: "Hanako", screenName: "hanako"),
          text: String(repeating: "a post of a usual length, ", count: 4),
          createdAt: Date(timeIntervalSinceReferenceDate: Double(number)))
      }
      return FeedPage(posts: posts, nextCursor: nil)
    }
  }
}
