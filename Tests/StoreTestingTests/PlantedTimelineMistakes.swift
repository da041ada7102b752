import Core
import Observation
import StoreExploring
import Synchronization
import TestSupport
import Testing

/// Mistakes planted in a timeline with an outbox and likes, each found by invariants that know none.
@MainActor
struct PlantedTimelineMistakes {
  @Test(arguments: TimelineMistake.allCases)
  func `A mistake is found`(mistake: TimelineMistake) async {
    let exploration = await TimelineModel.explorer(mistake, mistake.actions).explore(maximumRunning: 2)
    #expect(exploration.outcome.violation != nil, "\(exploration)")
  }

  @Test(
    .enabled(if: ProcessTurn.isForExplorations), .ownProcess,
    arguments: [["refresh", "more"], ["post"], ["like", "refresh"]])
  nonisolated func `Without a mistake, every schedule is clean`(actions: [String]) async {
    await #expect(processExitsWith: .success) { @MainActor [actions] in
      let exploration = await TimelineModel.explorer(nil, actions).explore(maximumRunning: 2)
      #expect(exploration.outcome.violation == nil && exploration.isComplete, "\(exploration)")
    }
  }
}

enum TimelineMistake: CaseIterable {
  case pageAfterRefresh, repeatedRowKept, doublePage, failureClears, cancellationIsError, pagingNeverEnds
  case newKey, draftDropped, draftSavedAfterSending, draftKept, secondDraftForgetsFirst, postedTwice
  case likeRollsBackNewer, failedLikeStays, likesInParallel, refreshUndoesLike

  var actions: [String] {
    switch self {
    case .pageAfterRefresh, .repeatedRowKept, .doublePage, .failureClears, .cancellationIsError, .pagingNeverEnds:
      ["refresh", "more"]
    case .newKey, .draftDropped, .draftSavedAfterSending, .draftKept, .secondDraftForgetsFirst, .postedTwice: ["post"]
    case .likeRollsBackNewer, .failedLikeStays, .likesInParallel, .refreshUndoesLike: ["like", "refresh"]
    }
  }
}

@MainActor @Observable
final class TimelineModel {
  struct State: Hashable {
    var rows: [Int] = []
    var isLiked = false
    var hasError = false
    var isPaging = false
    var unsent: [String] = []
  }

  final class World: Sendable {
    let disks = ["A": ExploredDisk<String>(), "B": ExploredDisk<String>()]
    let server = TimelineServer()
  }

  private(set) var state = State()
  private var generation = Generation()
  private var confirmedLike = false
  private var isLiking = false
  private var sending: Set<String> = []
  let world: World
  private let mistake: TimelineMistake?
  private let storages: [String: ControlledStorage<String>]
  private let page: AnyUseCase<Int, [Int], LoadError>
  private let refreshLike: AnyUseCase<Void, Bool, LoadError>
  private let send: AnyUseCase<String, Void, LoadError>
  private let like: AnyUseCase<Bool, Void, LoadError>

  init(_ mistake: TimelineMistake?, _ world: World, _ dependencies: ControlledDependencies) {
    (self.mistake, self.world) = (mistake, world)
    storages = world.disks.mapValues { dependencies.storage("draft", on: $0) }
    page = dependencies.useCase("page", whenCancelled: .cancelled) { from in
      [.success("rows", [from, from + 1]), .failure("offline", .offline)]
    }
    refreshLike = dependencies.useCase("first page", whenCancelled: .cancelled) { _ in
      let isLiked = world.server.isLiked
      return [.success("as requested", isLiked), .failure("offline", .offline)]
    }
    send = dependencies.useCase("send", whenLost: .offline) { key in
      [.served("published") { () throws(LoadError) in world.server.publish(key) }]
    }
    like = dependencies.useCase("like") { isLiked in
      [.served("done") { () throws(LoadError) in world.server.setLiked(isLiked) }, .failure("offline", .offline)]
    }
    (state.isLiked, confirmedLike) = (world.server.isLiked, world.server.isLiked)
    state.unsent = world.disks.values.compactMap(\.value).sorted()
  }

  // MARK: Reading

  func refresh() async {
    let current = generation.next()
    state.isPaging = false
    do throws(LoadError) {
      let rows = try await page.execute(0)
      guard generation == current else { return }
      (state.rows, state.hasError) = (Array(rows.dropFirst()), false)
    } catch {
      if generation == current { fail(error) }
    }
  }

  func more() async {
    guard !state.rows.isEmpty, state.rows.count < 3, !state.isPaging || mistake == .doublePage else { return }
    let current = mistake == .doublePage ? generation : generation.next()
    state.isPaging = true
    do throws(LoadError) {
      let rows = try await page.execute(state.rows.count)
      guard generation == current || mistake == .pageAfterRefresh else { return }
      // The server repeats the last row.
      state.rows += mistake == .repeatedRowKept ? rows : Array(rows.dropFirst())
      (state.hasError, state.isPaging) = (false, false)
    } catch {
      guard generation == current else { return }
      if mistake != .pagingNeverEnds { state.isPaging = false }
      fail(error)
    }
  }

  private func fail(_ error: LoadError) {
    if error == .cancelled, mistake != .cancellationIsError { return }
    state.hasError = true
    if mistake == .failureClears { state.rows = [] }
  }

  // MARK: Posting

  func post(_ text: String) async {
    guard let storage = storages[text], mistake == .postedTwice || !sending.contains(text) else { return }
    sending.insert(text)
    defer { sending.remove(text) }
    if mistake == .secondDraftForgetsFirst {
      for other in world.disks.keys where other != text { forget(other) }
    }
    if mistake != .draftSavedAfterSending { try? await storage.write(text) }
    if !state.unsent.contains(text) { state.unsent = (state.unsent + [text]).sorted() }
    guard (try? await send.execute(mistake == .newKey ? world.server.makeKey(text) : text)) != nil else {
      if mistake == .draftSavedAfterSending { try? await storage.write(text) }
      if mistake == .draftDropped { forget(text) }
      return
    }
    if mistake != .draftKept { forget(text) }
  }

  private func forget(_ text: String) {
    state.unsent.removeAll { $0 == text }
    world.disks[text]?.content = .value(nil)
  }

  // MARK: Likes

  func toggleLike() async {
    let before = state.isLiked
    state.isLiked.toggle()
    if mistake == .likeRollsBackNewer || mistake == .likesInParallel {
      let sent = state.isLiked
      if (try? await like.execute(sent)) == nil, mistake == .likeRollsBackNewer || state.isLiked == sent {
        state.isLiked = before
      }
      return
    }
    guard !isLiking else { return }
    isLiking = true
    while state.isLiked != confirmedLike {
      let sent = state.isLiked
      if (try? await like.execute(sent)) != nil {
        confirmedLike = sent
      } else if mistake == .failedLikeStays {
        break
      } else {
        state.isLiked = confirmedLike
      }
    }
    isLiking = false
  }

  func readLike() async {
    let confirmed = confirmedLike
    guard !isLiking || mistake == .refreshUndoesLike, let isLiked = try? await refreshLike.execute() else { return }
    guard !isLiking && confirmed == confirmedLike || mistake == .refreshUndoesLike else { return }
    (state.isLiked, confirmedLike) = (isLiked, isLiked)
  }

  // MARK: Exploring

  static func explorer(_ mistake: TimelineMistake?, _ names: [String]) -> StoreExplorer<TimelineModel, State> {
    let readsLikes = names.contains("like")
    let all: [StoreAction<TimelineModel>] = [
      StoreAction("refresh") { readsLikes ? await $0.readLike() : await $0.refresh() },
      StoreAction("more") { await $0.more() },
      StoreAction("like", locals: .forgotten) { await $0.toggleLike() },
      StoreAction("post A", when: { $0.canPost("A") }) { await $0.post("A") },
      StoreAction("post B", when: { $0.canPost("B") }) { await $0.post("B") },
    ]
    return StoreExplorer(
      state: \.state, actions: all.filter { action in names.contains { action.name.hasPrefix($0) } },
      invariants: invariants,
      fingerprint: { model in
        StateFingerprint(model).adding(
          model.world.disks.mapValues(\.value), model.world.server.published.sorted(), model.world.server.isLiked
        ).keptByActions(
          model.state.rows.count, model.state.isLiked, model.confirmedLike, model.world.server.isLiked)
      }, relaunch: { TimelineModel(mistake, $0.world, $1) }
    ) { TimelineModel(mistake, World(), $0) }
  }

  private func canPost(_ text: String) -> Bool {
    state.unsent.contains(text) || !world.server.published.contains { $0.hasPrefix(text) }
  }

  private static let invariants: [Invariant<TimelineModel, State>] = [
    .always("the rows are those of the server, in order") { state in
      state.state.rows == Array(state.state.rows.indices.map { $0 + 1 })
    },
    .always("a failure takes no row away", when: { $0.answered?.answer == "offline" }) {
      $0.state.rows == $0.previousState.rows
    },
    .always("a cancellation shows no error") { state in
      guard case .cancelled = state.lastEvents.first else { return true }
      return !state.state.hasError || state.previousState.hasError
    },
    .always("a double tap is one request", when: { $0.isDoubleTap }) {
      !$0.makesCall || $0.started == "refresh"
    },
    .always("what was written is at the server once") { state in
      let texts = state.subject.world.server.published.map { $0.prefix(1) }
      return Set(texts).count == texts.count
    },
    .following("what was written is at the server or unsent, in this life or another", from: Set<String>()) {
      written, state in
      written.formUnion(state.state.unsent)
      let published = state.subject.world.server.published.map { String($0.prefix(1)) }
      return written.isSubset(of: state.state.unsent + published)
    },
    .always("what is answered as published is unsent no longer", when: { $0.answered?.answer == "arrives" }) {
      $0.state.unsent.count < $0.previousState.unsent.count
    },
    .whenIdle("nothing is in progress") { !$0.state.isPaging },
    .whenIdle("the heart is what the server has") { $0.state.isLiked == $0.subject.world.server.isLiked },
    .always("one like is in flight") { $0.calls.count { $0.name == "like" } <= 1 },
  ]
}

/// Publishes a post once for each key, and keeps a like.
final class TimelineServer: Sendable {
  private let state = Mutex((published: [String](), isLiked: false, keys: 0))

  var published: [String] { state.withLock { $0.published } }
  var isLiked: Bool { state.withLock { $0.isLiked } }

  func makeKey(_ text: String) -> String {
    state.withLock { state in
      state.keys += 1
      return "\(text) \(state.keys)"
    }
  }

  func publish(_ key: String) {
    state.withLock { state in
      if !state.published.contains(key) { state.published.append(key) }
    }
  }

  func setLiked(_ isLiked: Bool) {
    state.withLock { $0.isLiked = isLiked }
  }
}
