import Foundation
import Observation
import StoreExploring
import StoreTesting
import Testing

/// Two versions of a model, which get the same schedule.
@Suite(.withoutLines)
@MainActor
struct ComparisonTests {
  @Test func `The shortest schedule in which two versions differ has a column for each`() async {
    let exploration = await StoreExplorer(comparing: Self.lastAnswer, with: Self.lastSelection).explore()
    guard let violation = exploration.violation else { return #expect(exploration.description == "") }
    #expect(
      violation.description.hasSuffix(
        """
        Violated after 3 steps: both versions show the same.
        \(violation.whyInLines)

        #expect(try await explorer.replay([
          .start("select a"),
          .start("select b"),
          .answer("load", with: "items"),
        ]) == nil)

        step                 select a              select b     old                    new
                                                                items [],              items [],
                                                                isLoading false        isLoading false,
                                                                                       selected “”
        select a             calls load                         isLoading true         isLoading true,
                                                                                       selected “a”
        select b             │                     calls load                          selected “b”
        load answers items   gets items, returns   │            items ["a 1"],         isLoading false
                                                                isLoading false
        """))
    let replayed = try? await StoreExplorer(comparing: Self.lastAnswer, with: Self.lastSelection)
      .replay(violation.steps)
    #expect(replayed == violation)
  }

  @Test func `A migration from callbacks to async shows and calls the same, and returns later`() async {
    let explorer = StoreExplorer(
      comparing: Self.callbacks(of: ["a"]), with: Self.explorer(of: ["a"]) { List(load: $0) })
    #expect(
      await Self.finding(explorer)
        == Finding("both versions return from the same actions", [.start("select a")]))
    let exploration = await expectSameBehavior(
      of: Self.explorer(of: ["a"]) { List(load: $0) }, as: Self.callbacks(of: ["a"]), returns: false, maximumRunning: 2)
    #expect(exploration.applications.map(\.states).min() ?? 0 > 10)
  }

  @Test func `A call with another parameter, or one more, is a difference`() async {
    let other = Self.explorer { load in List { try await load($0.uppercased()) } }
    #expect(
      await Self.finding(StoreExplorer(comparing: Self.lastAnswer, with: other))
        == Finding("both versions make the same calls", [.start("select a")]))
    let twice = Self.explorer { load in
      List { name in
        _ = try await load(name)
        return try await load(name)
      }
    }
    #expect(
      await Self.finding(StoreExplorer(comparing: Self.lastAnswer, with: twice))
        == Finding(
          "both versions show the same", [.start("select a"), .answer("load", with: "items")]))
  }

  @Test func `A longer sleep is a difference, and an equal one passes in both`() async {
    func explorer(_ milliseconds: Int) -> StoreExplorer<List, ObservedProperties> {
      Self.explorer(of: ["a"]) { load in
        List { name in
          try await Task.sleep(for: .milliseconds(milliseconds))
          return try await load(name)
        }
      }
    }
    await expectSameBehavior(of: explorer(300), as: explorer(300), maximumRunning: 2)
    #expect(
      await Self.finding(StoreExplorer(comparing: explorer(300), with: explorer(500)))
        == Finding("both versions make the same calls", [.start("select a")]))
  }

  @Test func `Identifiers are equal where they occur in the same places`() async {
    await expectSameBehavior(of: Self.keyed(reusesKey: false), as: Self.keyed(reusesKey: false))
    #expect(
      await Self.finding(StoreExplorer(comparing: Self.keyed(reusesKey: false), with: Self.keyed(reusesKey: true)))
        == Finding("both versions show the same", [.start("send"), .start("send")]))
  }

  @Test func `Types of the same name and cases of any order are the same in two modules`() async {
    await expectSameBehavior(of: Self.after { $0.posts[0] }, as: Self.before)
    #expect(
      await Self.finding(StoreExplorer(comparing: Self.before, with: Self.after { $0.posts[1] }))
        == Finding("both versions make the same calls", [.start("like")]))
    #expect(
      await Self.finding(StoreExplorer(comparing: Self.before, with: Self.after(likes: .saved) { $0.posts[0] }))
        == Finding("both versions show the same", [.start("like"), .answer("like", with: "liked")]))
  }

  @Test func `A change in an object that a property refers to is a difference`() async {
    func explorer(_ index: Int) -> StoreExplorer<Switches, ObservedProperties> {
      StoreExplorer(actions: [StoreAction("toggle") { $0.switches[index].isOn.toggle() }]) { _ in Switches() }
    }
    await expectSameBehavior(of: explorer(0), as: explorer(0))
    let violation = await StoreExplorer(comparing: explorer(0), with: explorer(1)).explore().violation
    #expect(
      violation?.description.hasSuffix(
        """
        step     toggle    old                     new
                           switches 2 elements     switches 2 elements
        toggle   returns   switches[0].isOn true   switches[0].isOn false
        """) == true)
  }

  @Test func `Another value that is written is a difference`() async {
    func explorer(_ written: String) -> StoreExplorer<Total, ObservedProperties> {
      StoreExplorer(
        actions: [
          StoreAction("save") { total in
            total.storage?.set(written, forKey: "note")
            total.note = "saved"
          }
        ]
      ) { dependencies in
        let total = Total()
        total.storage = dependencies.keyValues(ControlledKeyValues())
        return total
      }
    }
    await expectSameBehavior(of: explorer("a"), as: explorer("a"))
    #expect(
      await Self.finding(StoreExplorer(comparing: explorer("a"), with: explorer("b")))
        == Finding("both versions write the same", [.start("save")]))
  }

  @Test func `An answer is given to both by its label`() async {
    let reversed = StoreExplorer(actions: StoreAction.each("select", of: ["a"]) { await $0.select($1) }) {
      List(load: $0.call("load") { name in Self.answers(name).reversed() })
    }
    await expectSameBehavior(of: reversed, as: Self.explorer(of: ["a"]) { List(load: $0) }, maximumRunning: 2)
  }

  @Test func `Both versions are killed and launched again, each on its own storage`() async {
    func explorer(savesFirst: Bool) -> StoreExplorer<Counter, ObservedProperties> {
      StoreExplorer(
        actions: [StoreAction("count", when: { $0.count < 2 }) { await $0.increase() }],
        relaunch: { Counter($0.storage, savesFirst: savesFirst, $1) }
      ) { Counter(Storage(), savesFirst: savesFirst, $0) }
    }
    await expectSameBehavior(of: explorer(savesFirst: true), as: explorer(savesFirst: true))
    #expect(
      await Self.finding(StoreExplorer(comparing: explorer(savesFirst: true), with: explorer(savesFirst: false)))
        == Finding("both versions show the same", [.start("count"), .kill]))
  }

  @Test func `States of two types are compared in what both show`() async {
    let count = StoreExplorer(
      state: \Total.count, actions: [StoreAction("add", when: { $0.count < 5 }) { $0.count += 1 }]
    ) { _ in Total() }
    let text = StoreExplorer(
      state: \Total.text, actions: [StoreAction("add", when: { $0.count < 5 }) { $0.count += 1 }]
    ) { _ in Total() }
    await expectComplete(StoreExplorer(comparing: count, with: text, by: { $0 }, { Int($0) ?? -1 }))
    #expect(
      await Self.finding(StoreExplorer(comparing: count, with: text, by: { $0 }, { min(Int($0) ?? -1, 1) }))
        == Finding("both versions show the same", [.start("add"), .start("add")]))
  }

  @Test func `What is shown tells states apart, also where a fingerprint leaves it out`() async {
    func explorer(clearsNote: Bool) -> StoreExplorer<Total, String?> {
      StoreExplorer(
        state: \.note,
        actions: [
          StoreAction("add", when: { $0.count == 0 }) { ($0.count, $0.note) = (1, "added") },
          StoreAction("take", when: { $0.count == 1 }) { $0.count = 0 },
          StoreAction("rest", when: { $0.count == 0 }) { if clearsNote { $0.note = nil } },
        ], fingerprint: { StateFingerprint($0.count) }
      ) { _ in Total() }
    }
    #expect(
      await Self.finding(StoreExplorer(comparing: explorer(clearsNote: true), with: explorer(clearsNote: false)))
        == Finding("both versions show the same", [.start("add"), .start("take"), .start("rest")]))
  }

  @Test func `Versions with other actions are not compared`() async {
    let other = StoreExplorer(actions: [StoreAction<List>("choose a") { await $0.select("a") }]) { dependencies in
      List(load: dependencies.call("load", answers: Self.answers))
    }
    #expect(
      await StoreExplorer(comparing: Self.lastAnswer, with: other).explore().outcome
        == .inconclusive(reason: "only one version has the action “choose a”, “select a”, “select b”"))
  }

  @Test func `Versions that show nothing of the same name are not compared`() async {
    let switches = StoreExplorer(actions: [StoreAction("add") { _ in }]) { _ in Switches() }
    let total = StoreExplorer(actions: [StoreAction("add") { _ in }]) { _ in Total() }
    #expect(
      await StoreExplorer(comparing: switches, with: total).explore().outcome
        == .inconclusive(reason: "the two versions have no observable property of the same name: give them one"))
  }

  @Test func `A version that is launched again is not compared with one that is not`() async {
    let relaunched = StoreExplorer(
      actions: [StoreAction<Total>("add") { $0.count += 1 }], relaunch: { _, _ in Total() }
    ) { _ in Total() }
    let total = StoreExplorer(actions: [StoreAction("add") { $0.count += 1 }]) { _ in Total() }
    #expect(
      await StoreExplorer(comparing: relaunched, with: total).explore().outcome
        == .inconclusive(reason: "only one version is launched again after a kill"))
  }

  // MARK: Models

  /// A list that shows the answer that came last.
  @MainActor @Observable
  final class List {
    private(set) var items: [String] = []
    private(set) var isLoading = false
    private let load: @Sendable (String) async throws -> [String]

    init(load: @escaping @Sendable (String) async throws -> [String]) {
      self.load = load
    }

    func select(_ name: String) async {
      isLoading = true
      defer { isLoading = false }
      if let items = try? await load(name) { self.items = items }
    }
  }

  /// A list that shows what was selected last.
  @MainActor @Observable
  final class SelectionList {
    private(set) var items: [String] = []
    private(set) var isLoading = false
    private var selected = ""
    private let load: @Sendable (String) async throws -> [String]

    init(load: @escaping @Sendable (String) async throws -> [String]) {
      self.load = load
    }

    func select(_ name: String) async {
      isLoading = true
      defer { isLoading = false }
      selected = name
      if let items = try? await load(name), selected == name { self.items = items }
    }
  }

  /// ``List`` over a service that calls back.
  @MainActor @Observable
  final class CallbackList {
    private(set) var items: [String] = []
    private(set) var isLoading = false
    private let load: (String, @escaping @MainActor ([String]?) -> Void) -> Void

    init(load: @escaping (String, @escaping @MainActor ([String]?) -> Void) -> Void) {
      self.load = load
    }

    func select(_ name: String) {
      isLoading = true
      load(name) { items in
        if let items { self.items = items }
        self.isLoading = false
      }
    }
  }

  /// Sends with a key, which it shows.
  @MainActor @Observable
  final class Keyed {
    private(set) var keys: [UUID] = []
    private let reusesKey: Bool
    private let send: @Sendable (UUID) async throws -> Void

    init(reusesKey: Bool, send: @escaping @Sendable (UUID) async throws -> Void) {
      self.reusesKey = reusesKey
      self.send = send
    }

    func sendOnce() async {
      guard keys.count < 2 else { return }
      let key = reusesKey ? keys.last ?? UUID() : UUID()
      keys.append(key)
      try? await send(key)
    }
  }

  @MainActor
  final class Storage {
    private(set) var count = 0

    func save(_ count: Int) {
      self.count = count
    }
  }

  /// Counts, and shows it before or after it is saved.
  @MainActor @Observable
  final class Counter {
    private(set) var count: Int
    @ObservationIgnored let storage: Storage
    private let savesFirst: Bool
    private let save: @Sendable (Int) async throws -> Void

    init(_ storage: Storage, savesFirst: Bool, _ dependencies: ControlledDependencies) {
      (self.storage, self.savesFirst) = (storage, savesFirst)
      count = storage.count
      save = dependencies.call("save") { count in [.served("saved") { await storage.save(count) }] }
    }

    func increase() async {
      let next = count + 1
      if savesFirst { storage.save(next) }
      count = next
      try? await save(next)
    }
  }

  @MainActor @Observable
  final class Total {
    var count = 0
    var note: String?
    @ObservationIgnored var storage: ControlledKeyValues?
    var text: String { "\(count)" }
  }

  @MainActor @Observable
  final class Switches {
    @MainActor @Observable
    final class Switch {
      var isOn = false
    }

    private(set) var switches = [Switch(), Switch()]
  }

  /// The module of a model as it was.
  enum Before {
    struct Post: Sendable, Identifiable {
      enum State { case unknown, saved, liked }

      let id = UUID()
      var state = State.unknown
    }

    @MainActor @Observable
    final class Posts {
      private(set) var posts = [Post(), Post()]
      private let like: @Sendable (Post) async throws -> Void

      init(like: @escaping @Sendable (Post) async throws -> Void) {
        self.like = like
      }

      func likeFirst() async {
        let post = posts[0]
        guard post.state == .unknown, (try? await like(post)) != nil else { return }
        posts[0].state = .liked
      }
    }
  }

  /// The same module as it is now.
  enum After {
    struct Post: Sendable, Identifiable {
      enum State { case liked, saved, unknown }

      let id = UUID()
      var state = State.unknown
    }

    @MainActor @Observable
    final class Posts {
      private(set) var posts = [Post(), Post()]
      private let like: @Sendable (Post) async throws -> Void

      init(like: @escaping @Sendable (Post) async throws -> Void) {
        self.like = like
      }

      func like(_ post: Post, becomes state: Post.State) async {
        guard posts[0].state == .unknown, (try? await like(post)) != nil else { return }
        posts[0].state = state
      }
    }
  }

  private struct Offline: Error {}

  private struct Finding: Equatable {
    let difference: String
    let steps: [Step]

    init(_ difference: String, _ steps: [Step]) {
      (self.difference, self.steps) = (difference, steps)
    }
  }

  private static func finding<Subject, State>(_ explorer: StoreExplorer<Subject, State>) async -> Finding? {
    guard let violation = await explorer.explore().violation else { return nil }
    return Finding(violation.invariant, violation.steps)
  }

  nonisolated private static func answers(_ name: String) -> [HeldAnswer<[String], any Error>] {
    [.success("items", ["\(name) 1"]), .failure("offline", Offline())]
  }

  private static func explorer(
    of names: [String] = ["a", "b"],
    _ make: @escaping @MainActor (@escaping @Sendable (String) async throws -> [String]) -> List
  ) -> StoreExplorer<List, ObservedProperties> {
    StoreExplorer(actions: StoreAction.each("select", of: names) { await $0.select($1) }) { dependencies in
      make(dependencies.call("load", answers: answers))
    }
  }

  private static let lastAnswer = explorer { List(load: $0) }

  private static let lastSelection = StoreExplorer(
    actions: StoreAction.each("select", of: ["a", "b"]) { await $0.select($1) }
  ) { dependencies in SelectionList(load: dependencies.call("load", answers: answers)) }

  private static func callbacks(of names: [String]) -> StoreExplorer<CallbackList, ObservedProperties> {
    StoreExplorer(actions: StoreAction.each("select", of: names) { $0.select($1) }) { dependencies in
      let load = dependencies.call("load", answers: answers)
      return CallbackList { name, completion in
        Task { completion(try? await load(name)) }
      }
    }
  }

  private static let before = StoreExplorer(
    actions: [StoreAction("like") { await $0.likeFirst() }]
  ) { dependencies in
    Before.Posts(like: dependencies.call("like") { (_: Before.Post) in [.success("liked")] })
  }

  private static func after(
    likes state: After.Post.State = .liked, _ post: @escaping @MainActor (After.Posts) -> After.Post
  ) -> StoreExplorer<After.Posts, ObservedProperties> {
    StoreExplorer(actions: [StoreAction("like") { await $0.like(post($0), becomes: state) }]) { dependencies in
      After.Posts(like: dependencies.call("like") { _ in [.success("liked")] })
    }
  }

  private static func keyed(reusesKey: Bool) -> StoreExplorer<Keyed, ObservedProperties> {
    StoreExplorer(actions: [StoreAction("send") { await $0.sendOnce() }]) { dependencies in
      Keyed(reusesKey: reusesKey, send: dependencies.call("send") { _ in [.success("sent")] })
    }
  }
}
