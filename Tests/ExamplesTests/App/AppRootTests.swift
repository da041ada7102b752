import Authentication
import Core
import ExampleApp
import Feed
import MyPage
import Testing

@MainActor
struct AppRootTests {
  let backend = FakeBackend()
  let session = Session()
  let root: AppRoot

  init() {
    root = AppRoot(AppEnvironment(client: FakeAPIClient(backend: backend), session: session))
  }

  private func signIn() async {
    await root.auth.login(email: "taro@example.com", pass: "password123")
    await root.settle()
  }

  @Test func `nothing is shown until it is known who is signed in`() async {
    #expect(root.screen == .launch)
    await root.launch()
    #expect(root.screen == .entrance(.signUp))
  }

  @Test func `a stored session leads to the profile`() async throws {
    await signIn()
    let record = try #require(session.record)
    let next = AppRoot(
      AppEnvironment(
        client: FakeAPIClient(backend: backend), session: Session(storage: InMemorySessionStorage(record))))
    await next.launch()
    #expect(next.screen == .home(.myPage))
    #expect(next.auth.state == .signedIn(user: AuthenticatedUser(name: "太郎")))
  }

  @Test func `links swap the two entrances, both lead to the profile, and signing out leads to signing in`() async {
    await root.launch()
    root.auth.showSignIn()
    #expect(root.screen == .entrance(.signIn))
    root.auth.showSignUp()
    #expect(root.screen == .entrance(.signUp))
    await root.auth.signUp(email: "hanako@example.com", pass: "secret123")
    #expect(root.screen == .home(.myPage))
    await root.auth.logout()
    #expect(root.screen == .entrance(.signIn))
    await signIn()
    #expect(root.screen == .home(.myPage))
  }

  @Test func `an error and a login under way stay at the entrance`() async {
    await root.launch()
    root.auth.showSignIn()
    await root.auth.login(email: "taro@example.com", pass: "wrong")
    #expect(root.auth.state == .error(AuthMessages.japanese.invalidCredentials))
    #expect(root.screen == .entrance(.signIn))
  }

  @Test func `each link leads to its place`() async throws {
    await root.launch()
    await signIn()
    await root.open(try #require(DeepLink("focal://timeline/home")))
    #expect(root.screen == .home(.timeline))
    guard case .loaded(let content) = root.feed.state else { return #expect(Bool(false), "\(root.feed.state)") }
    let post = try #require(content.posts.first)
    await root.open(try #require(DeepLink("focal://compose?reply_to=\(post.id)")))
    #expect(root.screen == .home(.compose(replyTo: post.id, screenName: post.author.screenName)))
    await root.open(try #require(DeepLink("focal://compose")))
    #expect(root.screen == .home(.compose(replyTo: nil, screenName: nil)))
    await root.open(try #require(DeepLink("focal://mypage")))
    #expect(root.screen == .home(.myPage))
    #expect(root.myPage.state == .loaded(MyPageContent(profile: nil, isSaved: false)))
  }

  @Test func `whoever picks a tab or leaves the composer is there`() async {
    await root.launch()
    await signIn()
    root.show(.timeline)
    #expect(root.screen == .home(.timeline))
    root.feed.compose()
    root.show(.timeline)
    #expect(root.screen == .home(.timeline))
    root.show(.myPage)
    #expect(root.screen == .home(.myPage))
  }

  @Test func `a link waits until somebody is signed in`() async throws {
    await root.launch()
    await root.open(try #require(DeepLink("focal://timeline/quiet")))
    #expect(root.screen == .entrance(.signIn))
    #expect(root.feed.state == .idle)
    await signIn()
    #expect(root.screen == .home(.timeline))
    guard case .empty(let timelines) = root.feed.state else { return #expect(Bool(false), "\(root.feed.state)") }
    #expect(timelines.chosen?.id == "quiet")
  }

  @Test(arguments: [
    "focal://", "focal://nowhere", "https://mypage", "focal://timeline", "focal://timeline/a/b", "mypage", "",
  ])
  func `what is no link leads nowhere`(text: String) {
    #expect(DeepLink(text) == nil)
  }

  @Test func `a session that the server has ended leads to signing in, and nothing of it is left`() async {
    await root.launch()
    await signIn()
    await root.feed.load()
    await root.myPage.load()
    backend.endSessions()
    await root.feed.refresh()
    await root.settle()
    #expect(root.auth.state == .error(AuthMessages.japanese.sessionExpired))
    #expect(root.screen == .entrance(.signIn))
    #expect(root.feed.state == .idle)
    #expect(root.myPage.state == .idle)
    #expect(session.record == nil)
  }

  @Test func `nobody sees what was shown to whoever was signed in before`() async {
    await root.launch()
    await signIn()
    await root.feed.load()
    await root.auth.logout()
    #expect(root.feed.state == .idle)
  }

  @Test func `a root that nobody keeps goes, and its Stores with it`() async {
    weak var gone: AppRoot?
    weak var store: AuthStore?
    do {
      let root = AppRoot(AppEnvironment(client: FakeAPIClient()))
      await root.launch()
      (gone, store) = (root, root.auth)
    }
    #expect(gone == nil)
    #expect(store == nil)
  }
}
