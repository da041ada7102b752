import Core
import Foundation
import MyPage
import StoreExploring
import Testing

/// The saved flag: one a user, and what it offers.
@MainActor
struct SavedFlagTests {
  @Test func `registering is offered until a profile is saved, fetching and deleting from then on`() {
    let unsaved = MyPageContent(profile: nil, isSaved: false)
    #expect([unsaved.isRegisterOffered, unsaved.isFetchOffered, unsaved.isDeleteOffered] == [true, false, false])
    let saved = MyPageContent(profile: Sample.shown, isSaved: true)
    #expect([saved.isRegisterOffered, saved.isFetchOffered, saved.isDeleteOffered] == [false, true, true])
  }

  @Test func `the next user of the device has a flag of their own`() async throws {
    let page = try await ServedMyPage()
    await page.store.load()
    await page.store.save(name: "太郎", gender: 1)
    try await page.signIn(ServedMyPage.hanako)
    let other = MyPageStore(client: FakeAPIClient(backend: page.backend), session: page.session, flags: page.flags)
    await other.load()
    #expect(other.state == .unsaved())
    #expect(page.flags.isSaved(for: "user-1"))
    #expect(!page.flags.isSaved(for: "user-2"))
    await other.save(name: "花子", gender: 2)
    await other.deleteProfile()
    #expect(page.flags.isSaved(for: "user-1"))
    #expect(!page.flags.isSaved(for: "user-2"))
  }

  @Test func `a fetch brings the flag up to date`() async throws {
    let backend = ServedMyPage.makeBackend()
    let first = try await ServedMyPage(backend: backend)
    await first.store.load()
    await first.store.save(name: "太郎", gender: 1)
    let second = try await ServedMyPage(backend: backend)
    await second.store.load()
    #expect(second.flags.log == ["user-1 true"])
    await second.store.deleteProfile()
    await first.store.load()
    #expect(first.store.state == .unsaved())
    #expect(!first.flags.isSaved(for: "user-1"))
  }

  @Test func `a fetch that fails leaves the flag`() async throws {
    let page = try await ServedMyPage()
    page.flags.set(true, for: "user-1")
    try page.backend.fail(.get, "/v1/profile", with: .status(500))
    await page.store.load()
    #expect(page.flags.isSaved(for: "user-1"))
  }

  @Test func `a fetch that a save overtakes does not clear the flag when its answer comes late`() async throws {
    let page = try await ServedMyPage(holdsCalls: true)
    let fetch = page.start { await $0.load() }
    page.flags.set(true, for: "user-1")
    try page.held.release()
    try await fetch.finish()
    #expect(page.flags.log == ["user-1 true"])
  }

  @Test func `nobody signed in means no call and no flag`() async throws {
    let page = try await ServedMyPage()
    await page.session.end()
    await page.store.load()
    #expect(page.store.state == .error("ログインしてください。"))
    #expect(page.routes == [.signIn])
    #expect(page.calls == [])
    #expect(page.flags.log == [])
  }
}

/// The two storages of the flag.
struct SavedFlagStorageTests {
  private func check(_ storage: any SavedFlagStorage) {
    #expect(!storage.isSaved(for: "a"))
    storage.set(true, for: "a")
    storage.set(true, for: "a")
    #expect(storage.isSaved(for: "a"))
    #expect(!storage.isSaved(for: "b"))
    storage.set(true, for: "b")
    storage.set(false, for: "a")
    #expect(!storage.isSaved(for: "a"))
    #expect(storage.isSaved(for: "b"))
  }

  @Test func `in memory`() {
    check(InMemorySavedFlagStorage())
    #expect(InMemorySavedFlagStorage(["a"]).isSaved(for: "a"))
  }

  @Test func `in the user defaults, from one launch to the next`() throws {
    let suite = "focal.tests.\(UUID().uuidString)"
    defer { UserDefaults(suiteName: suite)?.removePersistentDomain(forName: suite) }
    check(UserDefaultsSavedFlagStorage(suiteName: suite))
    #expect(UserDefaultsSavedFlagStorage(suiteName: suite).isSaved(for: "b"))
    #expect(!UserDefaultsSavedFlagStorage(suiteName: suite + ".other").isSaved(for: "b"))
  }
}
