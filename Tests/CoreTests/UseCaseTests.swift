import Core
import TestSupport
import Testing

/// On the main actor, where a completion handler has been called by the time that the next line runs.
@MainActor
struct UseCaseTests {
  struct Negative: Error, Equatable {}

  private static let root = AnySynchronousUseCase<Double, Double, Negative> { number throws(Negative) in
    guard number >= 0 else { throw Negative() }
    return number.squareRoot()
  }

  @Test func `Results, or failures alone, are reported once each and returned`() async throws {
    let (results, failures) = (Log<Result<Double, Negative>>(), Log<Negative>())
    for useCase in [
      AnyUseCase(Self.root), Self.root.reporting(to: results.append), Self.root.reportingFailures(to: failures.append),
    ] {
      #expect(try await useCase.execute(4) == 2)
      await #expect(throws: Negative()) { try await useCase.execute(-4) }
    }
    #expect(results.values == [.success(2), .failure(Negative())])
    #expect(failures.values == [Negative()])
  }

  @Test func `A use case stays on its caller's actor, however it is wrapped, unless it is concurrent`() async {
    let isOnMainActor = AnyUseCase<Void, Bool, Never> { (_: Void) async -> Bool in #isolation === MainActor.shared }
    for useCase in [isOnMainActor, AnyUseCase(isOnMainActor), isOnMainActor.reportingFailures { _ in }] {
      #expect(await useCase.execute())
    }
    #expect(await !isOnMainActor.concurrent.execute())
  }

  /// Waits at a gate, logs whether it was cancelled, and returns a positive parameter.
  private struct Waiting: UseCase {
    let gate = Gate()
    let finished = Gate()
    let cancellations = Log<Bool>()

    func execute(_ number: Int) async throws(Negative) -> Int {
      await gate.pass()
      cancellations.append(Task.isCancelled)
      finished.open()
      guard number > 0 else { throw Negative() }
      return number
    }
  }

  private let waiting = Waiting()
  private let results = Log<Result<Int, Negative>>()

  @Test func `A use case without parameters calls its completion handler, if it has one`() async {
    let result = await withCheckedContinuation { continuation in
      AnyUseCase { (_: Void) async in 5 }.start { continuation.resume(returning: $0) }
    }
    #expect(result == .success(5))
    await withCheckedContinuation { continuation in
      AnyUseCase<Void, Void, Never> { _ in continuation.resume() }.start()
    }
  }

  @Test(arguments: [(7, Result.success(7)), (0, .failure(Negative()))])
  func `Cancelling a run after its completion does nothing`(
    _ number: Int, _ expected: Result<Int, Negative>
  ) async {
    waiting.gate.open()
    let run = waiting.start(number) { results.append($0) }
    await waiting.finished.pass()
    run.cancel()
    #expect(results.values == [expected])
    #expect(waiting.cancellations.values == [false])
  }

  @Test(arguments: [true, false])
  func `A cancelled run cancels the work and delivers nothing`(_ hasBegun: Bool) async {
    let run = waiting.start(1) { results.append($0) }
    if hasBegun { await waiting.gate.arrived() }
    run.cancel()
    waiting.gate.open()
    await waiting.finished.pass()
    #expect(results.values == [])
    #expect(waiting.cancellations.values == [true])
  }
}
