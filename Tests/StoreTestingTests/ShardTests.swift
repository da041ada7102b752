import Foundation
import Observation
import StoreExploring
import StoreTesting
import TestSupport
import Testing

/// What several processes explore together is what one explores alone.
@Suite(.withoutLines)
@MainActor
struct ShardTests {
  @Test(arguments: ProcessTurn.exploresMore ? ShardedStore.allCases : [.violated])
  func `Four shards find what one process finds, in whatever order they run`(store: ShardedStore) async throws {
    let explorer = store.explorer
    let alone = await explorer.alone()
    let plain = await explorer.plain()
    #expect(alone.differences(from: plain) == [])
    #expect(alone.violation != nil || alone.description == plain.description)
    for order in ProcessTurn.exploresMore ? [[1, 2, 3, 4], [4, 3, 2, 1], [2, 4, 1, 3]] : [[2, 4, 1, 3]] {
      let folder = try TemporaryFolder()
      while try await explorer.round(order, of: 4, folder.url) > 0 {}
      let merged = try await explorer.merged(folder.url)
      #expect(merged == alone)
    }
  }

  @Test(arguments: ProcessTurn.exploresMore ? ShardedStore.allCases : [.violated])
  func `A shard that is killed is started again, and nothing is counted twice`(store: ShardedStore) async throws {
    let explorer = store.explorer
    let folder = try TemporaryFolder()
    // What a process writes while it is killed has another name.
    try Data("{".utf8).write(to: folder.url.appending(path: "2-of-4-1.json.partial"))
    // What each has explored after its first file is lost.
    while try await explorer.round([2, 1, 4, 3], of: 4, folder.url, statesOfFile: 5, maximumFiles: 1) > 0 {}
    let alone = await explorer.alone()
    #expect(try await explorer.merged(folder.url) == alone)
    #expect(try await explorer.round([1, 2, 3], of: 3, folder.url) == 0)
    // The same files again, as where a shard has run twice.
    for name in try folder.fileNames where name.hasPrefix("1") {
      try FileManager.default.copyItem(
        at: folder.url.appending(path: name), to: folder.url.appending(path: "again-\(name)"))
    }
    #expect(try await explorer.merged(folder.url) == alone)
  }

  @Test(.enabled(if: ProcessTurn.exploresMore)) func `Random Stores are explored alike in shards`() async throws {
    var compared = 0
    for seed in 1...20 {
      let program = RandomProgram(seed: seed)
      let explorer = ShardedExplorer(program.explorer(isJudged: true), maximumRunning: program.maximumRunning)
      let plain = await explorer.plain()
      // Others have no end.
      guard plain.isComplete || plain.violation != nil else { continue }
      let folder = try TemporaryFolder()
      while try await explorer.round([2, 1, 3], of: 3, folder.url, statesOfFile: 50) > 0 {}
      let merged = try await explorer.merged(folder.url)
      #expect(merged.differences(from: plain) == [], "seed \(seed)")
      let alone = await explorer.alone()
      #expect(merged == alone, "seed \(seed)")
      compared += 1
    }
    #expect(compared > 10)
  }

  @Test(arguments: [1, 3]) func `The number of shards can change`(count: Int) async throws {
    let explorer = ShardedStore.violated.explorer
    let folder = try TemporaryFolder()
    #expect(try await explorer.round([1, 2], of: 2, folder.url, statesOfFile: 5, maximumFiles: 1) > 0)
    while try await explorer.round(Array(1...count), of: count, folder.url) > 0 {}
    #expect(try await explorer.merged(folder.url) == explorer.alone())
  }

  /// Several processes that get the variables explore it together.
  @Test func `The environment says which part is explored`() async throws {
    guard let exploration = try await Choosing.explorer.exploreInShards("Choosing", maximumRunning: 2) else { return }
    #expect(exploration.isComplete, "\(exploration)")
  }

  @Test func `A damaged file that was removed leaves the others`() async throws {
    let explorer = ShardedStore.violated.explorer
    let folder = try TemporaryFolder()
    for _ in 1...3 { _ = try await explorer.round([1], of: 1, folder.url, statesOfFile: 5, maximumFiles: 1) }
    let last = try Data(contentsOf: folder.url.appending(path: "1-of-1-3.json"))
    try FileManager.default.removeItem(at: folder.url.appending(path: "1-of-1-2.json"))
    while try await explorer.round([1], of: 1, folder.url) > 0 {}
    #expect(try Data(contentsOf: folder.url.appending(path: "1-of-1-3.json")) == last)
    #expect(try await explorer.merged(folder.url) == explorer.alone())
  }

  @Test func `A damaged file is named`() async throws {
    let explorer = ShardedStore.violated.explorer
    let folder = try TemporaryFolder()
    #expect(try await explorer.round([1, 2], of: 2, folder.url, statesOfFile: 5, maximumFiles: 1) > 0)
    let name = try #require(folder.fileNames.first)
    let file = folder.url.appending(path: name)
    try Data(contentsOf: file).dropLast().write(to: file)
    await #expect(throws: ShardError.damagedFile(file.path)) { try await explorer.merged(folder.url) }
  }

  @Test func `What is merged too early says that states are left`() async throws {
    let explorer = ShardedStore.cancelled.explorer
    let folder = try TemporaryFolder()
    #expect(try await explorer.round([1, 2, 3, 4], of: 4, folder.url, statesOfFile: 5, maximumFiles: 1) > 0)
    let merged = try await explorer.merged(folder.url)
    #expect(!merged.isComplete)
    #expect(merged.openStates > 0)
  }
}

/// What is explored.
enum ShardedStore: CaseIterable {
  case remembered, violated, unmet, killed, cancelled, settling

  @MainActor
  fileprivate var explorer: ShardedExplorer {
    switch self {
    case .remembered:
      ShardedExplorer(
        signInExplorer(
          SteadyStore.self,
          [
            .following("the last state is remembered", from: SignInState.signedOut) { last, exploration in
              defer { last = exploration.state }
              return last == exploration.previousState
            }
          ]
        ) { StateFingerprint($0, identifiers: ["generation"]) })
    case .violated: ShardedExplorer(signInExplorer(RacingStore.self, [.loggedOut]) { StateFingerprint($0) })
    case .unmet:
      ShardedExplorer(
        signInExplorer(
          RacingStore.self,
          [.leadsTo("a login succeeds", from: { $0.started == "login" }, to: { $0.state == .signedIn("太郎") })]
        ) { StateFingerprint($0) })
    case .killed: ShardedExplorer(LifeTests.explorer())
    case .cancelled: ShardedExplorer(Choosing.explorer)
    case .settling: ShardedExplorer(signInExplorer(RacingStore.self, [.settles]) { StateFingerprint($0) })
    }
  }
}

/// An explorer of any Store, alone and in shards.
@MainActor
private struct ShardedExplorer {
  let plain: () async -> Exploration
  let alone: () async -> Exploration
  let merged: (URL) async throws -> Exploration
  private let explore: (_ number: Int, _ count: Int, URL, _ statesOfFile: Int, _ maximumFiles: Int) async throws -> Int

  init<Subject, State>(_ explorer: StoreExplorer<Subject, State>, maximumRunning: Int = 2) {
    plain = { await explorer.explore(maximumRunning: maximumRunning, maximumSchedules: 3_000, isReduced: false) }
    var part = explorer
    // Each part begins with a small exploration.
    part.statesBeforeAssumptions = 20
    let shard = part
    alone = { await shard.exploreAlone(maximumRunning: maximumRunning) }
    merged = { try await shard.merge($0, maximumRunning: maximumRunning) }
    explore = {
      try await shard.explore($0, of: $1, $2, maximumRunning: maximumRunning, statesOfFile: $3, maximumFiles: $4)
    }
  }

  /// Lets each of the shards go on, and returns the number of files that they have written.
  func round(
    _ order: [Int], of count: Int, _ folder: URL, statesOfFile: Int = 1_000, maximumFiles: Int = .max
  ) async throws -> Int {
    var files = 0
    for number in order { files += try await explore(number, count, folder, statesOfFile, maximumFiles) }
    return files
  }
}

/// Shows whatever arrives last, and has several calls of the same name.
@MainActor @Observable
private final class Choosing {
  private(set) var chosen = ""
  // No name of a state shows the order of a set, which each process has for itself.
  @ObservationIgnored private var earlier: Set<String> = []
  private(set) var shown: String?
  @ObservationIgnored private var generation = 0
  private let load: (String) async throws -> String

  init(load: @escaping (String) async throws -> String) {
    self.load = load
  }

  func choose(_ name: String) async {
    generation += 1
    earlier = [chosen, "all"]
    chosen = name
    guard let loaded = try? await load(name) else { return }
    shown = loaded
    if loaded == "b" { _ = try? await load("\(loaded) again") }
  }

  static var explorer: StoreExplorer<Choosing, ObservedProperties> {
    StoreExplorer(
      actions: StoreAction.each("choose", of: ["a"], canBeCancelled: true) { await $0.choose($1) }
        + StoreAction.each("choose", of: ["b"]) { await $0.choose($1) },
      fingerprint: { StateFingerprint($0, identifiers: ["generation"]).keptByActions() }
    ) { dependencies in
      Choosing(
        load: dependencies.call("load", whenCancelled: CancellationError()) { (name: String) in
          [.success("ok", name), .failure("offline", LoadError.offline)]
        })
    }
  }
}
