import Core
import Testing
import WorkCounting

/// What a use case costs on its way: work is counted, and not time.
@MainActor
struct UseCaseCostTests {
  /// Leaves the actor of its caller; the compiler would drop the hop of a body that does nothing.
  private struct Elsewhere: UseCase {
    @concurrent func execute(_ parameters: Void) async -> Int { .random(in: 0..<10) }
  }

  /// Stays there.
  private struct Here: UseCase {
    func execute(_ parameters: Void) async -> Int { .random(in: 0..<10) }
  }

  @Test func `a use case that leaves the main actor is counted as one that does`() async {
    let work = await Work.counted { _ = await Elsewhere().execute() }
    #expect(work.globalJobs >= 1)
  }

  @Test func `a wrapped use case stays on the main actor`() async {
    let useCase = AnyUseCase(Here())
    let work = await Work.counted { _ = await useCase.execute() }
    #expect(work.globalJobs == 0)
  }

  @Test(.enabled(if: Work.countsMemory))
  func `a wrapped use case allocates nothing`() async {
    let useCase = AnyUseCase(Here())
    _ = await useCase.execute()
    let work = await Work.counted { _ = await useCase.execute() }
    #expect(work.allocations == 0)
  }
}
