import Core
import TestSupport
import Testing

@Suite("Forms of a use case")
@MainActor
struct UseCaseFormsTests {
  private struct Negative: Error, Equatable {}

  private nonisolated static let root = AnySynchronousUseCase<Double, Double, Negative> { number throws(Negative) in
    guard number >= 0 else { throw Negative() }
    return number.squareRoot()
  }

  @Test("A synchronous use case stays synchronous behind its erasure")
  func synchronous() throws {
    #expect(try Self.root.execute(9) == 3)
    #expect(throws: Negative()) { try Self.root.execute(-1) }
  }

  @Test("Reporting hears successes and failures, in order")
  func reporting() async throws {
    let log = Log<Result<Double, Negative>>()
    let reported = Self.root.reporting { log.append($0) }
    #expect(try await reported.execute(4) == 2)
    await #expect(throws: Negative()) { try await reported.execute(-4) }
    #expect(log.values == [.success(2), .failure(Negative())])
  }

  @Test("A concurrent use case leaves the main actor, and the same use case without it stays")
  func concurrent() async {
    let isOnMainActor = AnyUseCase<Void, Bool, Never> { (_: Void) async -> Bool in
      #isolation === MainActor.shared
    }
    #expect(await isOnMainActor.execute())
    #expect(await !isOnMainActor.concurrent.execute())
  }

  @Test("A run started without a completion handler performs the operation")
  func withoutCompletion() async {
    await withCheckedContinuation { continuation in
      AnyUseCase<Void, Void, Never> { _ in continuation.resume() }.start()
    }
  }
}
