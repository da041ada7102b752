import Core
import TestSupport
import Testing

struct UseCaseTests {
  private enum SampleError: Error {
    case tooMany
  }

  private struct Order: UseCase {
    func execute(_ count: Int) async throws(SampleError) -> String {
      guard count < 10 else { throw .tooMany }
      return "\(count) ordered"
    }
  }

  private struct CurrentActor: UseCase {
    func execute(_: Void) async -> ObjectIdentifier? {
      (#isolation as (any Actor)?).map(ObjectIdentifier.init)
    }
  }

  private actor Caller {
    func execute(_ useCase: any UseCase<Void, ObjectIdentifier?, Never>) async -> ObjectIdentifier? {
      await useCase.execute()
    }
  }

  @Test func `A type-erased use case returns and throws what it wraps`() async throws {
    let closure = AnyUseCase { (count: Int) async throws(SampleError) -> String in
      try await Order().execute(count)
    }
    for useCase in [AnyUseCase(Order()), closure] {
      #expect(try await useCase.execute(1) == "1 ordered")
      await #expect(throws: SampleError.tooMany) { try await useCase.execute(10) }
    }
  }

  @Test func `A use case stays on its caller's actor, however it is wrapped`() async {
    let caller = Caller()
    let closure = AnyUseCase { (_: Void) async -> ObjectIdentifier? in await CurrentActor().execute() }
    let useCases: [any UseCase<Void, ObjectIdentifier?, Never>] = [
      CurrentActor(), AnyUseCase(CurrentActor()), AnyUseCase(AnyUseCase(CurrentActor())), closure,
      CurrentActor().reportingFailures { _ in },
    ]
    for useCase in useCases {
      #expect(await caller.execute(useCase) == ObjectIdentifier(caller))
    }
  }

  @Test func `Each failure is reported once, before it is thrown`() async throws {
    let failures = Log<SampleError>()
    let useCase = Order().reportingFailures { failures.append($0) }
    #expect(try await useCase.execute(1) == "1 ordered")
    #expect(failures.values == [])
    await #expect(throws: SampleError.tooMany) { try await useCase.execute(10) }
    #expect(failures.values == [.tooMany])
  }
}

/// On the main actor, where a completion handler has been called by the time that the next line runs.
@MainActor
struct UseCaseCallbackTests {
  private struct SampleError: Error, Equatable {}

  /// Waits at a gate, logs whether it was cancelled, and returns a positive parameter.
  private struct Waiting: UseCase {
    let gate: Gate
    let finished = Gate()
    let cancellations = Log<Bool>()

    func execute(_ number: Int) async throws(SampleError) -> Int {
      await gate.pass()
      cancellations.append(Task.isCancelled)
      finished.open()
      guard number > 0 else { throw SampleError() }
      return number
    }
  }

  private let gate = Gate()
  private let results = Log<Result<Int, SampleError>>()

  @Test func `A use case without parameters calls its completion handler`() async {
    let result = await withCheckedContinuation { continuation in
      AnyUseCase { (_: Void) async in 5 }.start { continuation.resume(returning: $0) }
    }
    #expect(result == .success(5))
  }

  @Test func `A completion handler gets the failure`() async {
    gate.open()
    let result = await withCheckedContinuation { continuation in
      _ = Waiting(gate: gate).start(0) { continuation.resume(returning: $0) }
    }
    #expect(result == .failure(SampleError()))
  }

  @Test(arguments: [true, false])
  func `A cancelled run cancels the work and delivers nothing`(_ hasBegun: Bool) async {
    let waiting = Waiting(gate: gate)
    let run = waiting.start(1) { results.append($0) }
    if hasBegun { await gate.arrived() }
    run.cancel()
    gate.open()
    await waiting.finished.pass()
    #expect(results.values == [])
    #expect(waiting.cancellations.values == [true])
  }

  @Test func `Cancelling twice or after completion does nothing`() async {
    let waiting = Waiting(gate: gate)
    gate.open()
    let run = waiting.start(7) { results.append($0) }
    await waiting.finished.pass()
    run.cancel()
    run.cancel()
    #expect(results.values == [.success(7)])
    #expect(waiting.cancellations.values == [false])
  }

  @Test func `Overlapping runs are cancelled one by one, and the next run works`() async {
    let (first, second, third) = (Waiting(gate: gate), Waiting(gate: gate), Waiting(gate: gate))
    let run = first.start(1) { results.append($0) }
    second.start(2) { results.append($0) }
    await gate.arrived(2)
    run.cancel()
    gate.open()
    await first.finished.pass()
    await second.finished.pass()
    third.start(3) { results.append($0) }
    await third.finished.pass()
    #expect(results.values == [.success(2), .success(3)])
    #expect(first.cancellations.values + second.cancellations.values == [true, false])
  }

  @Test func `A run continues when it is not kept and its starting task is cancelled`() async {
    let waiting = Waiting(gate: gate)
    let starter = Task { _ = waiting.start(3) { results.append($0) } }
    starter.cancel()
    await starter.value
    gate.open()
    await waiting.finished.pass()
    #expect(results.values == [.success(3)])
    #expect(waiting.cancellations.values == [false])
  }
}
