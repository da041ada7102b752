import Authentication
import Core
import Feed
import MyPage
import RepositoryTesting
import TestSupport
import Testing

@MainActor
struct RepositoryRulesTests {
  private static let session = StoredSession(
    user: .taro, accessToken: Secret("token"), refreshToken: Secret("refresh"))

  /// A server that knows the session.
  private func server() -> any APIClient {
    FakeAPIClient(backend: FakeBackend(FakeConfiguration(sessions: [Self.session], now: { .sample })))
  }

  @Test func `The repositories of the built-in contract keep the rules`() async {
    await expectKeepsTheRules(
      ofAuthRepository: { RemoteAuthRepository(client: $0, session: $1) },
      email: FakeAccount.taro.email, pass: FakeAccount.taro.password.rawValue, server: server)
    await expectKeepsTheRules(
      ofFeedRepository: { RemoteFeedRepository(client: $0, session: $1) },
      session: Self.session, server: server)
    await expectKeepsTheRules(
      ofProfileRepository: { RemoteMyPageRepository(client: $0, session: $1) }, session: Self.session, server: server)
  }

  private nonisolated static let wrongPasswordDeletes =
    "A wrong password is told from an ended session: deleting the account with a wrong password."

  private nonisolated static let authViolations: [(AuthMistake, String)] = [
    (.readsTheSessionLate, "An answer that arrives after the sign-out changes nothing: signing in."),
    (.renewsAfterSignOut, "An answer that arrives after the sign-out changes nothing: asking for the user."),
    (.tellsTheServerFirst, "A sign-out closes the session of the device whatever the server answers: signing out."),
    (.forgetsToRestore, "The session of an earlier launch is opened without asking the server: restoring."),
    (.takesAProxyForTheEnd, "A 403 from a proxy does not end the session: asking for the user."),
    (
      .keepsARefusedSession,
      """
      A refused token ends the session, once: asking for the user.
      Expected no session; found the session of 太郎.
      """
    ),
    (
      .takesARefusalForAFailure,
      """
      A refused token ends the session, once: asking for the user.
      Expected no session; found the session of 太郎. Where an exchange of tokens is refused, it throws refused.
      """
    ),
    (.endsTwice, "A refused token ends the session, once: asking for the user.\nThe session ended 2 times."),
    (.showsACancelledCall, "A cancelled call is cancelled and leaves the session: asking for the user."),
    (
      .hidesTheNetwork,
      "A lost answer means that there is no network, leaves the session, and can be repeated: asking for the user."
    ),
    (.takesAPasswordForAToken, "A wrong password is told from an ended session: signing in with a wrong password."),
    (.deletesWithAnyPassword, wrongPasswordDeletes), (.endsWithAWrongPassword, wrongPasswordDeletes),
  ]

  @Test(arguments: authViolations)
  func `A mistake in a repository of Authentication violates its rule`(
    _ mistake: AuthMistake, _ expected: String
  ) async throws {
    let violations = try await violations(
      ofAuthRepository: { PlantedAuthRepository(mistake, client: $0, session: $1) },
      email: FakeAccount.taro.email, pass: FakeAccount.taro.password.rawValue, server: server)
    #expect(violations.contains { $0.hasPrefix(expected) }, "\(violations.joined(separator: "\n\n"))")
  }

  private nonisolated static let feedViolations: [(FeedMistake, String)] = [
    (.makesANewKey, "The second try is another request than the first: the server may publish the post twice."),
    (
      .sendsNoKey,
      """
      Another post with the same text is the same request as the second try. Send the draft’s idempotencyKey, or let \
      publishesOnce be false and throw postMayHaveArrived where an answer was lost.
      """
    ),
    (.warnsOfNothing, "The repository says that the server may publish twice, and does not throw postMayHaveArrived."),
    (.repeatsByItself, "Expected the error noNetwork or postMayHaveArrived."),
    (.showsAnEmptyPage, "Expected the error noNetwork."),
    (.deletesOnce, "The second try throws unknownPost."),
    (.namesTheScreen, "Expected the user, user-1: of the posts of another author no deletion is offered."),
    (.blamesThePost, "Expected the error noNetwork."),
    (.ignoresTheThread, "Expected the post 135 on the first page, in the order ranked."),
  ]

  @Test(arguments: feedViolations)
  func `A mistake in a repository of Feed violates its rule`(_ mistake: FeedMistake, _ expected: String) async throws {
    let violations = try await violations(
      ofFeedRepository: {
        PlantedFeedRepository(mistake, client: $0, session: $1)
      }, session: Self.session, server: server)
    #expect(violations.contains { $0.split(separator: "\n")[1] == expected }, "\(violations)")
    #expect(violations.allSatisfy { $0.contains("\n  3. ") })
  }

  @Test func `A registration that replaces a profile violates its rule`() async throws {
    let violations = try await violations(
      ofProfileRepository: {
        ReplacingProfileRepository(remote: RemoteMyPageRepository(client: $0, session: $1))
      }, session: Self.session, server: server)
    #expect(
      violations == [
        """
        A registration replaces no profile: registering the profile.
        Expected the profile of Hanako; found that of Jiro.
          1. registering the profile begins
          2. it sends PUT /v1/profile
          3. it returns
          4. it sends GET /v1/profile
        """
      ])
  }

  @Test func `What a repository does not support violates no rule`() async {
    await expectKeepsTheRules(
      ofAuthRepository: { _, _ in SmallAuthRepository() },
      email: FakeAccount.taro.email, pass: FakeAccount.taro.password.rawValue, server: server)
    await expectKeepsTheRules(
      ofAuthRepository: { ModestAuthRepository(client: $0, session: $1) },
      email: FakeAccount.taro.email, pass: FakeAccount.taro.password.rawValue, server: server)
    await expectKeepsTheRules(
      ofFeedRepository: { SmallFeedRepository(client: $0, session: $1) }, session: Self.session, server: server)
    await expectKeepsTheRules(
      ofFeedRepository: { ModestFeedRepository(client: $0, session: $1) }, session: Self.session, server: server)
    await expectKeepsTheRules(
      ofProfileRepository: { SmallProfileRepository(client: $0, session: $1) }, session: Self.session, server: server)
  }

  @Test func `What a repository offers without supporting it violates a rule`() async throws {
    let rule = "A repository supports what it offers: "
    let auth = try await violations(
      ofAuthRepository: { ModestAuthRepository(capabilities: [.accountDeletion], client: $0, session: $1) },
      email: FakeAccount.taro.email, pass: FakeAccount.taro.password.rawValue, server: server)
    #expect(auth.map { String($0.prefix { $0 != "\n" }) } == ["\(rule)deleting the account."])
    let feed = try await violations(
      ofFeedRepository: { SmallFeedRepository(capabilities: [.posts, .likes, .deletions], client: $0, session: $1) },
      session: Self.session, server: server)
    #expect(feed.map { String($0.prefix { $0 != "\n" }) } == ["\(rule)deleting a post."])
    let profile = try await violations(
      ofProfileRepository: { SmallProfileRepository(capabilities: [.registration], client: $0, session: $1) },
      session: Self.session, server: server)
    #expect(
      profile.last == """
        A repository supports what it offers: saving the profile.
        It throws serverError(reason: "The repository does not support saving a profile.") without a request. \
        Leave what the server does not offer out of capabilities.
          1. saving the profile begins
          2. it throws serverError(reason: "The repository does not support saving a profile.")
        """)
  }

  @Test func `A repository that takes a renamed user for another one is told how to say who it is`() async throws {
    let violations = try await violations(
      ofAuthRepository: { RemoteAuthRepository(client: $0, session: $1) },
      email: FakeAccount.taro.email, pass: FakeAccount.taro.password.rawValue
    ) { RenamingServer() }
    #expect(
      violations == [
        """
        A call that nothing interrupts is not cancelled: asking for the user.
        It throws cancelled, as Session.renew does where the server returns a user with another identifier. If that is \
        the same user, pass isSameUser.
          1. asking for the user begins
          2. it sends GET /v1/me
          3. it throws cancelled
        """
      ])
  }

  @Test func `A violation is a failure with the steps that lead to it`() async throws {
    func repository(_ client: any APIClient, _ session: Session) -> any MyPageRepository {
      PlantedProfileRepository(client: client, session: session)
    }
    let first = try await violations(ofProfileRepository: repository, session: Self.session, server: server).first
    #expect(
      first == """
        An answer that arrives after the sign-out changes nothing: registering the profile.
        Expected the error cancelled.
          1. registering the profile begins
          2. it sends PUT /v1/profile
          3. the user signs out
          4. the answer to PUT /v1/profile arrives
          5. it returns
        """)
    let repeated = try await violations(
      ofFeedRepository: {
        PlantedFeedRepository(.deletesOnce, client: $0, session: $1)
      }, session: Self.session, server: server)
    let steps = """
        5. it throws noNetwork
        6. it begins again
        7. it sends GET /v1/timeline
        8. it throws unknownPost
      """
    #expect(repeated.contains { $0.hasSuffix(steps) }, "\(repeated)")
    await withKnownIssue {
      await expectKeepsTheRules(ofProfileRepository: repository, session: Self.session, server: server)
    } matching: { issue in
      issue.comments.allSatisfy { $0.rawValue.contains("1. ") }
    }
  }

  @Test func `A server that refuses what is undisturbed, and one that cannot be made, are failures`() async {
    let violations = try? await violations(
      ofFeedRepository: { RemoteFeedRepository(client: $0, session: $1) },
      session: Self.session
    ) {
      FailingAPIClient(.requestFailed(.refused))
    }
    #expect(violations?.first?.hasPrefix("The test server refused the first request: reading the timelines.") == true)
    #expect(violations?.allSatisfy { $0.hasPrefix("The test server refused the first request: ") } == true)
    await withKnownIssue {
      await expectKeepsTheRules(
        ofProfileRepository: { RemoteMyPageRepository(client: $0, session: $1) }, session: Self.session
      ) {
        throw APIError.cancelled
      }
    } matching: { issue in
      issue.comments.map(\.rawValue) == ["The test server could not be made: cancelled"]
    }
  }
}
