import Authentication
import Core
import Testing
import WorkCounting

/// What an action costs: work is counted, and not time.
@MainActor
struct ActionCostTests {
  /// A name that has to be compared to know that it is another one.
  private nonisolated static let user = User(
    id: "user-1", name: "Somebody with a long name", email: "taro@example.com", lastLoginDate: .example)

  /// A Store whose use cases answer at once.
  private var store: AuthStore {
    var useCase = AuthUseCase(login: AnyUseCase { _ in Self.user })
    useCase.signUp = useCase.login
    useCase.recallSession = AnyUseCase { _ in .user(Self.user) }
    useCase.restoreSession = AnyUseCase { _ in Self.user }
    return AuthStore(useCase: useCase)
  }

  @Test func `no action leaves the main actor, on its whole way to the backend and back`() async {
    let fixture = await AuthFixture.signedInBefore().relaunched()
    let work = await Work.counted {
      await fixture.store.restore()
      await fixture.store.logout()
      await fixture.login()
      await fixture.store.sessionEnded()
      await fixture.store.signUp(email: "jiro@example.com", pass: "secret-of-jiro")
      await fixture.store.logout()
      await fixture.store.login(with: .google)
    }
    #expect(fixture.store.state == .taro)
    #expect(work.globalJobs == 0)
  }

  @Test(.enabled(if: Work.countsMemory))
  func `a login and a logout allocate next to nothing and compare no text`() async {
    let store = store
    await loginAndLogout(store)
    let work = await Work.counted { await loginAndLogout(store) }
    #expect(work.allocations <= 8)
    #expect(work.comparisons == 0)
  }

  @Test(.enabled(if: Work.countsMemory))
  func `restoring a session and its end allocate next to nothing and compare no text`() async {
    let store = store
    await restoreAndEnd(store)
    let work = await Work.counted { await restoreAndEnd(store) }
    #expect(work.allocations <= 8)
    #expect(work.comparisons == 0)
  }

  private func loginAndLogout(_ store: AuthStore) async {
    await store.login(email: "taro@example.com", pass: "password123")
    await store.logout()
    store.dismissNotice()
  }

  private func restoreAndEnd(_ store: AuthStore) async {
    await store.restore()
    await store.sessionEnded()
  }
}
