import Core
import Testing

private struct Refusal: Error, Equatable {}

/// Waits at a gate, then answers with its parameter, and notes whether it was cancelled.
private struct Waiting: UseCase {
  let gate: Gate
  let finished = Gate()
  let cancellations = Record<Bool>()

  func execute(_ number: Int) async throws(Refusal) -> Int {
    await gate.pass()
    cancellations.add(Task.isCancelled)
    finished.open()
    guard number > 0 else { throw Refusal() }
    return number
  }
}

/// All on the main actor: what a use case leads to there is done when the next line of a test runs.
@MainActor
@Suite("A use case with a callback")
struct UseCaseCallbackTests {
  private let gate = Gate()
  private let answers = Record<Result<Int, Refusal>>()

  @Test func `answers once, without parameters too`() async {
    let result = await withCheckedContinuation { continuation in
      AnyUseCase { (_: Void) async in 5 }.start { continuation.resume(returning: $0) }
    }
    #expect(result == .success(5))
  }

  @Test func `passes its failure on`() async {
    gate.open()
    let result = await withCheckedContinuation { continuation in
      _ = Waiting(gate: gate).start(0) { continuation.resume(returning: $0) }
    }
    #expect(result == .failure(Refusal()))
  }

  @Test func `delivers nothing after it was cancelled, and the work knows`() async {
    let waiting = Waiting(gate: gate)
    let run = waiting.start(1) { answers.add($0) }
    await gate.arrived()
    run.cancel()
    gate.open()
    await waiting.finished.pass()
    #expect(answers.entries == [])
    #expect(waiting.cancellations.entries == [true])
  }

  @Test func `delivers nothing when it is cancelled before it has begun`() async {
    let waiting = Waiting(gate: gate)
    gate.open()
    waiting.start(1) { answers.add($0) }.cancel()
    await waiting.finished.pass()
    #expect(answers.entries == [])
    #expect(waiting.cancellations.entries == [true])
  }

  @Test func `can be cancelled twice, and after its answer, and from any thread`() async {
    let waiting = Waiting(gate: gate)
    gate.open()
    let run = waiting.start(7) { answers.add($0) }
    await waiting.finished.pass()
    run.cancel()
    await Task.detached { run.cancel() }.value
    #expect(answers.entries == [.success(7)])
    #expect(waiting.cancellations.entries == [false])
  }

  @Test func `overlaps with itself: each run is cancelled alone`() async {
    let first = Waiting(gate: gate)
    let second = Waiting(gate: gate)
    let firstRun = first.start(1) { answers.add($0) }
    second.start(2) { answers.add($0) }
    await gate.arrived(2)
    firstRun.cancel()
    gate.open()
    await first.finished.pass()
    await second.finished.pass()
    #expect(answers.entries == [.success(2)])
    #expect(first.cancellations.entries == [true])
    #expect(second.cancellations.entries == [false])
  }

  @Test func `starts again after it was cancelled`() async {
    let cancelled = Waiting(gate: gate)
    cancelled.start(1) { answers.add($0) }.cancel()
    gate.open()
    await cancelled.finished.pass()
    let next = Waiting(gate: gate)
    next.start(2) { answers.add($0) }
    await next.finished.pass()
    #expect(answers.entries == [.success(2)])
  }

  @Test func `delivers also when nobody keeps the run, and the starting task is cancelled`() async {
    let waiting = Waiting(gate: gate)
    let starter = Task { _ = waiting.start(3) { answers.add($0) } }
    starter.cancel()
    await starter.value
    gate.open()
    await waiting.finished.pass()
    #expect(answers.entries == [.success(3)])
    #expect(waiting.cancellations.entries == [false])
  }
}
