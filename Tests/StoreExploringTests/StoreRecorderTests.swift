import Core
import StoreExploring
import Testing

@MainActor
struct StoreRecorderTests {
  let hold = HoldingUseCase<Int, Int, NumberStore.Failure>("load", whenCancelled: .cancelled)
  let store: NumberStore
  let recorder = StoreRecorder()

  init() {
    store = NumberStore(load: AnyUseCase(hold))
  }

  @Test func `every one of 300,000 assignments without a suspension between them is there`() {
    let states = recorder.record(store, \.state)
    store.count(to: 300_000)
    #expect(states.values == [.idle] + (1...300_000).map { .loaded($0) })
  }

  @Test func `an assignment of an equal value is no change and a mutation in place is one`() {
    store.count(to: 1)
    let states = recorder.record(store, \.state)
    store.count(to: 1)
    store.increment()
    store.increment()
    #expect(states.values == [.loaded(1), .loaded(2), .loaded(3)])
  }

  @Test func `changes of several Stores and properties are told in the order in which they happened`() async throws {
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

  @Test func `a property that depends on another one changes with it, and neither loses its value`() {
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

  @Test func `a property that depends on another Store after a change follows that one`() {
    let pair = StorePair(first: store, second: NumberStore(load: AnyUseCase(hold)))
    let states = recorder.record(pair, \.current.state)
    pair.isSecondCurrent = true
    recorder.flush()
    pair.second.count(to: 1)
    #expect(states.values == [.idle, .idle, .loaded(1)])
  }

  @Test func `the last change is told as soon as the main actor is free`() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      recorder.record(store, \.state) { change in
        #expect(change == StoreChange(from: .idle, to: .loaded(1)))
        continuation.resume()
      }
      store.count(to: 1)
    }
  }

  @Test func `one property is recorded without a recorder`() {
    let states = Recorded(store, \.state)
    store.count(to: 2)
    #expect(states.values == [.idle, .loaded(1), .loaded(2)])
  }
}
