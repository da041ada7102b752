import Core
import Testing

private enum Refusal: Error { case tooMany }

private struct Doubling: UseCase {
  func execute(_ number: Int) -> Int { number * 2 }
}

private struct Ordering: UseCase {
  func execute(_ count: Int) async throws(Refusal) -> String {
    guard count < 10 else { throw .tooMany }
    return "\(count) ordered"
  }
}

private struct Asking: UseCase {
  func execute(_: Void) async -> ObjectIdentifier? {
    (#isolation as (any Actor)?).map(ObjectIdentifier.init)
  }
}

private actor Caller {
  func asks(_ useCase: some UseCase<Void, ObjectIdentifier?, Never>) async -> ObjectIdentifier? {
    await useCase.execute()
  }

  func asksAny(_ useCase: any UseCase<Void, ObjectIdentifier?, Never>) async -> ObjectIdentifier? {
    await useCase.execute()
  }
}

@Suite("A use case")
struct UseCaseTests {
  @Test func `without I/O needs neither await nor try`() {
    #expect(Doubling().execute(21) == 42)
  }

  @Test func `answers with success or its own failure`() async throws {
    #expect(try await Ordering().execute(3) == "3 ordered")
    await #expect(throws: Refusal.tooMany) { try await Ordering().execute(10) }
  }

  @Test func `is erased to its parameters, answer and failure`() async throws {
    let useCases = [
      AnyUseCase(Ordering()),
      AnyUseCase { (count: Int) async throws(Refusal) -> String in
        guard count > 0 else { throw .tooMany }
        return "closure \(count)"
      },
    ]
    #expect(try await useCases[0].execute(1) == "1 ordered")
    #expect(try await useCases[1].execute(1) == "closure 1")
    await #expect(throws: Refusal.tooMany) { try await useCases[0].execute(10) }
    await #expect(throws: Refusal.tooMany) { try await useCases[1].execute(0) }
  }

  @Test func `erased and without failure needs no try`() async {
    let doubling = AnyUseCase(Doubling())
    #expect(await doubling.execute(4) == 8)
  }

  @Test func `stays on the actor of its caller, however it is wrapped`() async {
    let caller = Caller()
    let expected = ObjectIdentifier(caller)
    #expect(await caller.asks(Asking()) == expected)
    #expect(await caller.asksAny(Asking()) == expected)
    #expect(await caller.asks(AnyUseCase(Asking())) == expected)
    #expect(await caller.asks(AnyUseCase(AnyUseCase(Asking()))) == expected)
  }

  @Test func `is cancelled with the task it runs in`() async {
    let gate = Gate()
    let useCase = AnyUseCase { (_: Void) async -> Bool in
      await gate.pass()
      return Task.isCancelled
    }
    let task = Task { await useCase.execute() }
    await gate.arrived()
    task.cancel()
    gate.open()
    #expect(await task.value)
  }
}
