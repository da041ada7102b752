import StoreExploring
import Testing

/// Where it cannot be known when all is quiet, nothing is claimed.
@MainActor
struct DoubtTests {
  @Test(arguments: [
    ("load", "“load” has returned before its call “load”"),
    ("load at once", "“load at once” has returned before its call “load” was answered"),
    ("load elsewhere", "“load” is called by no action"),
    ("load nothing", #"something goes on after .start("load nothing")"#),
    ("poll", "“poll” has returned before its call “load”"),
  ])
  func `nothing is claimed of work that cannot be followed`(action: String, reason: String) async {
    let actions: [String: @MainActor (ForgettingStore) async -> Void] = [
      "load": { await $0.load() }, "load at once": { await $0.loadAtOnce() },
      "load elsewhere": { await $0.loadElsewhere() }, "load nothing": { await $0.loadNothing() },
      "poll": { await $0.poll() },
    ]
    let explorer = StoreExplorer(
      state: \ForgettingStore.state, actions: [StoreAction(action) { await actions[action]?($0) }], invariants: []
    ) { holds in
      ForgettingStore(load: holds.useCase("load", whenCancelled: .cancelled) { _ in [.failure("offline", .offline)] })
    }
    let message = await explorer.explore(depth: 6).description
    #expect(
      message.split(separator: "\n").first == """
        It cannot be known when all is quiet, so nothing is claimed: \(reason). An action must return when its work is \
        done, and its work must stay on the main actor.
        """)
  }

  @Test func `nothing is claimed where the same schedule goes two ways`() async {
    var answers = [HeldAnswer<Int, NumberStore.Failure>.success("one", 1)]
    let explorer = StoreExplorer(
      state: \NumberStore.state, actions: [StoreAction("load") { await $0.load(1) }], invariants: []
    ) { holds in
      answers.append(.failure("offline \(answers.count)", .offline))
      return NumberStore(load: holds.useCase("load") { [answers] _ in answers })
    }
    let exploration = await explorer.explore(depth: 2)
    #expect(exploration.outcome == .unknown(reason: #"the same schedule went two ways after .start("load")"#))
  }
}
