import Core
import MyPage
import Testing
import WorkCounting

/// What an action costs: work is counted, and not time.
@MainActor
struct ActionCostTests {
  /// A profile whose texts have to be compared to know that they are the same.
  private nonisolated static var stored: StoredProfile {
    StoredProfile(
      profile: Profile(
        userID: "user-1", name: String(repeating: "Taro", count: 10), gender: .male, createdAt: Sample.moment),
      isSaved: true)
  }

  /// A Store whose use cases answer at once.
  private var store: MyPageStore {
    var useCase = MyPageUseCase(repository: HeldMyPage.Repository())
    useCase.readProfile = AnyUseCase { _ in Self.stored }
    useCase.draftProfile = AnyUseCase { _ in Sample.draft }
    useCase.saveProfile = AnyUseCase { _ in Self.stored }
    useCase.deleteProfile = AnyUseCase { _ in }
    return MyPageStore(useCase: useCase)
  }

  @Test func `no action leaves the main actor, on its whole way to the backend and back`() async throws {
    let page = try await ServedMyPage()
    let work = await Work.counted {
      await page.store.load()
      await page.store.save(name: "Taro", gender: 1)
      await page.store.load()
      await page.store.deleteProfile()
    }
    #expect(page.store.state == .unsaved())
    #expect(work.globalJobs == 0)
  }

  @Test(.enabled(if: Work.countsMemory))
  func `a profile that is read again is compared once, which observation does, and made once`() async {
    let store = store
    await store.load()
    let work = await Work.counted { await store.load() }
    #expect(work.allocations <= 8)
    #expect(work.comparisons <= 3)
  }

  @Test(.enabled(if: Work.countsMemory))
  func `deleting a profile allocates next to nothing and compares no text`() async {
    let store = store
    await store.load()
    await store.deleteProfile()
    await store.load()
    store.dismissNotice()
    let work = await Work.counted { await store.deleteProfile() }
    #expect(work.allocations <= 8)
    #expect(work.comparisons == 0)
  }
}
