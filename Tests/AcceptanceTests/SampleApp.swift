import Authentication
import Core
import Feed
import Foundation
import MyPage
import Synchronization
import Testing

/// An app on the fake backend, which uses only what is public, and a trace of what it does.
@MainActor
struct SampleApp {
  let backend: FakeBackend
  let storage: InMemorySessionStorage
  let session: Session
  let flags = InMemorySavedFlagStorage()
  /// The requests and the routes of Authentication, in order.
  let trace: Log<String>
  let failures = Log<AuthError>()
  let feedRoutes = Log<FeedRoute>()
  let outboxRoutes = Log<OutboxRoute>()
  let auth: AuthStore
  let feed: FeedStore
  let outbox: OutboxStore
  let myPage: MyPageStore

  init() {
    let trace = Log<String>()
    let backend = FakeBackend(FakeConfiguration(now: { .article })) { request in
      trace.append("\(request.method.rawValue) \(request.path)")
      return .answer
    }
    self.init(backend: backend, storage: InMemorySessionStorage(), trace: trace)
  }

  private init(backend: FakeBackend, storage: InMemorySessionStorage, trace: Log<String>) {
    let client = FakeAPIClient(backend: backend)
    (self.backend, self.storage, self.trace) = (backend, storage, trace)
    session = Session(storage: storage)
    auth = AuthStore(
      client: client, session: session, messages: .japanese, onRoute: { trace.append("route \($0)") },
      onFailure: failures.append)
    let feed = FeedStore(client: client, session: session, messages: .japanese, onRoute: feedRoutes.append)
    self.feed = feed
    let outboxRoutes = outboxRoutes
    outbox = OutboxStore(
      client: client, session: session, drafts: InMemoryDraftStorage(), messages: .japanese
    ) { route in
      outboxRoutes.append(route)
      if case .posted(let post) = route { feed.show(posted: post) }
    }
    myPage = MyPageStore(client: client, session: session, flags: flags, messages: .japanese, now: { .article })
  }

  /// The app of the next launch.
  func relaunched() -> SampleApp {
    SampleApp(backend: backend, storage: storage, trace: trace)
  }

  /// The bodies of the requests.
  var bodies: [String] { backend.requests.map { String(decoding: $0.body, as: UTF8.self) } }

  func signIn() async {
    await auth.login(email: "taro@example.com", pass: "password123")
  }
}

/// The values that a handler was called with, in order.
final class Log<Value: Sendable>: Sendable {
  private let state = Mutex<[Value]>([])

  var values: [Value] { state.withLock { $0 } }

  func append(_ value: Value) {
    state.withLock { $0.append(value) }
  }
}

/// Asserts each string byte by byte: `==` takes a composed が for a decomposed one.
func expectBytes(_ strings: [(actual: String, article: String)], _ location: SourceLocation = #_sourceLocation) {
  for (actual, article) in strings {
    #expect(Array(actual.utf8) == Array(article.utf8), "\(actual)", sourceLocation: location)
  }
}

extension Date {
  /// The date of the profile in CleanArchitecture.
  static let article = Date(timeIntervalSince1970: 1_646_746_371.312_878_1)
}

extension AuthState {
  static let taro = AuthState.signedIn(user: AuthenticatedUser(name: "太郎"))
}
