import Core
import Foundation
import MyPage
import StoreExploring
import Synchronization
import Testing

/// Registering, fetching and deleting a profile at the backend, as the article tells it.
@MainActor
struct RegistrationTests {
  @Test func `the request has the four keys of the article, and the moment unchanged`() async throws {
    let page = try await ServedMyPage()
    await page.store.load()
    await page.store.save(name: " 太郎\n", gender: 1)
    let put = try #require(page.calls.last)
    #expect(put.method == .put)
    let body = try #require(try JSONSerialization.jsonObject(with: put.body) as? [String: Any])
    #expect(Set(body.keys) == ["uid", "name", "gender", "createdAt"])
    let request = try JSONCoding.decode(ProfileRequest.self, from: put.body)
    #expect(request.uid == "user-1")
    #expect(request.name == "太郎")
    #expect(request.gender == 1)
    #expect(request.createdAt == 1_646_746_371.312_878_1)
    #expect(String(decoding: put.body, as: UTF8.self).contains("1646746371.3128781"))
  }

  @Test func `the profile is saved, then the flag is set, then the user is told`() async throws {
    let order = Order()
    let backend = FakeBackend { request in
      if request.path == "/v1/profile" { order.add(request.method.rawValue) }
      return .answer
    }
    let page = try await ServedMyPage(backend: backend, flags: LoggedFlags { order.add($0) })
    await page.store.load()
    let recorder = StoreRecorder()
    recorder.record(page.store, \.notice) { order.add($0.to?.title ?? "none") }
    await page.store.save(name: "太郎", gender: 1)
    recorder.flush()
    #expect(order.all == ["GET", "flag false", "PUT", "flag true", "登録完了"])
  }

  @Test(arguments: [1, 2, 3])
  func `what was registered is what is fetched`(gender: Int) async throws {
    let page = try await ServedMyPage()
    await page.store.load()
    #expect(page.store.state == .unsaved())
    await page.store.save(name: "太郎", gender: gender)
    let saved = page.store.state
    let words = ["男性", "女性", "選ばない"][gender - 1]
    let shown = MyPageProfile(name: "太郎", gender: words, createdAt: "2022年3月8日")
    #expect(saved == .loaded(MyPageContent(profile: shown, isSaved: true)))
    await page.expectFetched(saved)
  }

  @Test func `after a delete nothing is fetched, and it can be registered again`() async throws {
    let page = try await ServedMyPage()
    await page.store.load()
    await page.store.save(name: "太郎", gender: 1)
    await page.store.deleteProfile()
    #expect(page.store.notice == Sample.deleteDone)
    #expect(page.flags.log.last == "user-1 false")
    await page.expectFetched(.unsaved())
    await page.store.save(name: "太郎", gender: 1)
    #expect(page.store.state == .saved())
  }

  @Test(arguments: [("x", 1), ("xx", 0), ("x", 0), ("xxxxxxxxxxx", 3), ("  x  ", 2), ("xx", 4)])
  func `nothing is sent when something is wrong`(name: String, gender: Int) async throws {
    let page = try await ServedMyPage()
    await page.store.load()
    await page.store.save(name: name, gender: gender)
    #expect(page.calls.map(\.method) == [.get])
    #expect(!page.flags.isSaved(for: "user-1"))
  }

  @Test(arguments: [FakeOutcome.fail(.offline), .status(500), .malformed, .answerThenFail(.timedOut)])
  func `after a failure the flag is as before and the notice tells of the save`(outcome: FakeOutcome) async throws {
    let page = try await ServedMyPage()
    await page.store.load()
    try page.backend.fail(.put, "/v1/profile", with: outcome)
    await page.store.save(name: "太郎", gender: 1)
    #expect(page.store.notice == Sample.saveFailed)
    #expect(!page.flags.isSaved(for: "user-1"))
    await page.store.save(name: "太郎", gender: 1)
    #expect(page.store.state == .saved())
    #expect(page.flags.isSaved(for: "user-1"))
  }

  @Test func `a delete that fails leaves the flag and the profile`() async throws {
    let page = try await ServedMyPage()
    await page.store.load()
    await page.store.save(name: "太郎", gender: 1)
    try page.backend.fail(.delete, "/v1/profile", with: .fail(.offline))
    await page.store.deleteProfile()
    #expect(page.store.notice == Sample.deleteFailed)
    #expect(page.store.state == .saved())
    #expect(page.flags.isSaved(for: "user-1"))
  }

  @Test func `two Stores share no state`() async throws {
    let first = try await ServedMyPage()
    let second = try await ServedMyPage()
    await first.store.load()
    await first.store.save(name: "x", gender: 0)
    #expect(second.store.state == .idle)
    #expect(second.store.notice == nil)
  }
}

extension ServedMyPage {
  /// Asserts what another Store of the same user fetches.
  func expectFetched(_ state: MyPageState, sourceLocation: SourceLocation = #_sourceLocation) async {
    let other = MyPageStore(client: FakeAPIClient(backend: backend), session: session)
    await other.load()
    #expect(other.state == state, sourceLocation: sourceLocation)
  }
}

/// What happened, in order.
private final class Order: Sendable {
  private let entries = Mutex<[String]>([])

  var all: [String] { entries.withLock { $0 } }
  func add(_ entry: String) { entries.withLock { $0.append(entry) } }
}
