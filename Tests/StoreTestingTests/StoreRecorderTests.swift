import Core
import CoreTesting
import StoreExploring
import Testing

@MainActor
struct StoreRecorderTests {
  let hold = HoldingUseCase<Int, Int, LoadError>("load", whenCancelled: .cancelled)
  let store: NumberStore
  let recorder = StoreRecorder()

  init() {
    store = NumberStore(load: AnyUseCase(hold))
  }

  @Test func `Each of 10,000 assignments without a suspension between them is recorded, with or without a recorder`() {
    let states = [recorder.record(store, \.state), Recorded(store, \.state)]
    store.count(to: 10_000)
    for recorded in states { #expect(recorded.values == [.idle] + (1...10_000).map { .loaded($0) }) }
  }

  @Test func `An assignment of an equal value is no change, and a mutation in place is one`() {
    store.notice = "a"
    let notices = recorder.record(store, \.notice)
    store.notice = "a"
    store.notice?.append("b")
    store.notice?.append("c")
    #expect(notices.values == ["a", "ab", "abc"])
  }

  @Test func `Changes of several Stores and properties are reported in their order`() async throws {
    let other = NumberStore(load: AnyUseCase(hold))
    var lines: [String] = []
    recorder.record(store, \.state) { lines.append("first \($0.from) → \($0.to)") }
    recorder.record(store, \.notice) { lines.append("first notice \($0.to ?? "none")") }
    recorder.record(other, \.state) { lines.append("other \($0.from) → \($0.to)") }
    let action = StartedAction { await store.load(1) }
    other.count(to: 2)
    try hold.fail(with: .offline)
    try await action.finish()
    recorder.flush()
    #expect(
      lines == [
        "first idle → loading", "other idle → loaded(1)", "other loaded(1) → loaded(2)", "first notice offline",
        "first loading → failed(\"offline\")",
      ])
  }

  @Test func `A property that depends on another one changes with it, and both are recorded`() {
    let isIdle = recorder.record(store, \.isIdle)
    let states = recorder.record(store, \.state)
    let again = recorder.record(store, \.isIdle)
    store.count(to: 2)
    recorder.flush()
    #expect(isIdle.values.first == true)
    #expect(isIdle.values.last == false)
    #expect(again.values == isIdle.values)
    #expect(states.values == [.idle, .loaded(1), .loaded(2)])
  }

  @Test func `A property that depends on another Store after a change is recorded from that one`() {
    let second = NumberStore(load: AnyUseCase(hold))
    let holder = StoreHolder(store)
    let states = recorder.record(holder, \.current.state)
    holder.current = second
    recorder.flush()
    second.count(to: 1)
    #expect(states.values == [.idle, .loaded(1)])
  }

  @Test func `The last change is reported as soon as the main actor is free, each time`() async {
    var waiting: CheckedContinuation<StoreChange<NumberStore.State>, Never>?
    recorder.record(store, \.state) { waiting?.resume(returning: $0) }
    for (number, before) in [(1, .idle), (2, .loaded(1))] as [(Int, NumberStore.State)] {
      let change = await withCheckedContinuation { continuation in
        waiting = continuation
        store.count(to: number)
      }
      #expect(change == StoreChange(from: before, to: .loaded(number)))
    }
  }
}
