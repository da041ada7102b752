import Authentication
import Core
import ExampleApp
import Feed
import MyPage
import TestSupport
import Testing

/// An app at a server that signs in and is read, and offers nothing else.
@MainActor
struct CapabilityTests {
  private let root = AppRoot(
    AppEnvironment(
      makeRepositories: { .readOnly(client: FakeAPIClient(backend: .sample()), session: $0) }, storages: .inMemory()))

  @Test func `The first screen signs in where the server has no sign-up, and a link to sign-up changes nothing`() async
  {
    await root.launch()
    #expect(root.screen == .login(.signIn))
    await root.open(.signUp)
    #expect(root.screen == .login(.signIn))
  }

  @Test func `A link to a composer that the server does not offer changes nothing`() async {
    await root.launch()
    await root.auth.login(email: FakeAccount.taro.email, pass: FakeAccount.taro.password.rawValue)
    await root.open(.compose(replyTo: nil))
    #expect(root.screen == .home(.myPage))
  }

  #if Driver
    @Test(arguments: [
      "signup jiro@example.com password123", "feed post Hello", "feed post Hello --reply-to @1", "feed compose",
      "feed like @1", "feed unlike @1", "feed delete @1", "mypage save Jiro 1", "mypage delete",
      "delete-account password123",
    ])
    func `A line of a script says that the server does not offer it, and the next line is played`(
      _ line: String
    ) async throws {
      let played = PlayedDriver()
      let signIn = line.hasPrefix("signup") ? "" : "login taro@example.com password123\nfeed load\nmypage load\n"
      let failure = await played.play("\(signIn)\(line)\nfeed dismiss", repositories: AppRepositories.readOnly)
      #expect(failure == nil)
      let output = played.text.split(separator: "›").suffix(2)
      #expect(output.first?.contains("The server does not offer this.") == true)
      #expect(output.first?.contains("→") == false)
      #expect(output.last?.contains("feed dismiss") == true)
    }
  #endif
}

extension AppRepositories {
  /// The repositories of a server that signs in and is read, and offers nothing else.
  @Sendable
  static func readOnly(client: any APIClient, session: Session) -> AppRepositories {
    AppRepositories(
      auth: ModestAuthRepository(client: client, session: session),
      feed: ReadOnlyFeedRepository(remote: RemoteFeedRepository(client: client, session: session)),
      profile: SmallProfileRepository(client: client, session: session))
  }
}

private struct ReadOnlyFeedRepository: FeedRepository {
  let capabilities: Set<FeedCapability> = []
  let remote: RemoteFeedRepository

  func page(_ request: FeedPageRequest) async throws(FeedError) -> FeedPage { try await remote.page(request) }
}
