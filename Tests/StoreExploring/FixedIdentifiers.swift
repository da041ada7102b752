import Foundation
import Synchronization

/// Finds the identifiers that several plays have had, such as a `UUID` that the test itself holds.
///
/// The test can tell such a one apart from others, so it is a value as any other. What a subject makes itself, such as
/// with `UUID()`, no other subject has.
final class FixedIdentifiers: Sendable {
  @TaskLocal static var current: FixedIdentifiers?

  private struct State {
    // Identifiers are kept by their hashes, because there are many, and most come once.
    var play = 0
    var fixed: Set<Int> = []
    /// Those that are found since the last use.
    var found: Set<Int> = []
    /// The first play that had each of the last identifiers, and of those before them; what is earlier is forgotten.
    var plays: [Int: Int] = [:]
    var earlierPlays: [Int: Int] = [:]
    var count = 0
    var uses = 0
    var named: [ObjectIdentifier: Set<Int>] = [:]
    var version = FixedIdentifiers.nextVersion()
  }

  /// Where ever more identifiers turn out to be fixed, all of them are taken for it.
  private static let maximumUses = 8
  /// How many identifiers are remembered at least.
  private static let remembered = 10_000
  private static let lastVersion = Atomic(0)

  private static func nextVersion() -> Int { lastVersion.add(1, ordering: .relaxed).newValue }

  private let state = Mutex(State())

  /// A number that no other exploration has, and that changes when more identifiers are fixed.
  var version: Int { state.withLock { $0.version } }
  /// The number of identifiers that plays have had since the last use.
  var count: Int { state.withLock { $0.count } }
  /// Whether some of them are forgotten.
  var hasForgotten: Bool { state.withLock { $0.count > $0.plays.count + $0.earlierPlays.count } }
  /// Whether some were found since the last use.
  var hasFound: Bool { state.withLock { !$0.found.isEmpty } }

  /// The values that fingerprints have named, by type and hash, apart from whole numbers, which can be equal by chance.
  var named: [ObjectIdentifier: Set<Int>] { state.withLock { $0.named } }

  func name(_ identifier: AnyHashable) {
    guard !(identifier.base is any FixedWidthInteger) else { return }
    let (type, hash) = (ObjectIdentifier(type(of: identifier.base)), identifier.hashValue)
    state.withLock { _ = $0.named[type, default: []].insert(hash) }
  }

  func beginPlay() {
    state.withLock { $0.play += 1 }
  }

  /// Notes that the play has an identifier, and returns whether that is taken for a value.
  @discardableResult
  func note(_ identifier: AnyHashable) -> Bool {
    guard identifier.base is UUID || identifier.base is Date || identifier.base is String else { return false }
    let hash = identifier.hashValue
    return state.withLock { state in
      if state.uses == Self.maximumUses || state.fixed.contains(hash) { return true }
      if let play = state.plays[hash] ?? state.earlierPlays[hash] {
        if play != state.play { state.found.insert(hash) }
        return false
      }
      state.plays[hash] = state.play
      state.count += 1
      if state.plays.count == Self.remembered { (state.earlierPlays, state.plays) = (state.plays, [:]) }
      return false
    }
  }

  /// Takes those that were found for values from now on, and returns whether there are any.
  func use() -> Bool {
    state.withLock { state in
      guard !state.found.isEmpty else { return false }
      state.fixed.formUnion(state.found)
      (state.found, state.plays, state.earlierPlays, state.count) = ([], [:], [:], 0)
      state.uses += 1
      state.version = Self.nextVersion()
      return true
    }
  }
}
