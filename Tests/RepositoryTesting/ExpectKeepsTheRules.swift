import Authentication
import Core
import Feed
import Foundation
import MyPage
import StoreTesting
import Synchronization

/// Asserts that a repository of Authentication keeps the rules that its Store relies on.
///
/// `server` returns a new server in memory for each schedule, such as a fake backend with a hook that answers as yours
/// does, where the email address and the password sign in. Each request of each method is interrupted in every way: a
/// sign-out or another sign-in comes first, the caller cancels, the answer is lost, a proxy answers, the token is
/// refused. What was lost is sent again. `refusal` is the response by which the server refuses a token. Where the server
/// refuses a wrong password, that is `AuthError.invalidCredentials`, at the deletion of the account too. What the
/// repository does not offer is not tried.
@MainActor
public func expectKeepsTheRules(
  ofAuthRepository makeRepository: @escaping (any APIClient, Session) -> any AuthRepository,
  email: String, pass: String, refusal: InvalidResponse = InvalidResponse(statusCode: 401),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  server: @escaping () async throws -> any APIClient
) async {
  await report(fileID, filePath, line, column) {
    try await violations(
      ofAuthRepository: makeRepository, email: email, pass: pass, refusal: refusal, server: server)
  }
}

/// Asserts that a repository of Feed keeps the rules that its Store relies on.
///
/// As for Authentication; `session` is one that the server in memory knows. A post whose answer was lost is sent again
/// as the same request, and as another one than a second post with the same text; or `publishesOnce` is `false`, and its
/// error is `FeedError.postMayHaveArrived`. Where posts can be deleted, the author of a sent post is the user.
@MainActor
public func expectKeepsTheRules(
  ofFeedRepository makeRepository: @escaping (any APIClient, Session) -> any FeedRepository,
  session: StoredSession, refusal: InvalidResponse = InvalidResponse(statusCode: 401),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  server: @escaping () async throws -> any APIClient
) async {
  await report(fileID, filePath, line, column) {
    try await violations(ofFeedRepository: makeRepository, session: session, refusal: refusal, server: server)
  }
}

/// Asserts that a repository of MyPage keeps the rules that its Store relies on.
///
/// As for Authentication; `session` is one that the server in memory knows.
@MainActor
public func expectKeepsTheRules(
  ofProfileRepository makeRepository: @escaping (any APIClient, Session) -> any MyPageRepository,
  session: StoredSession, refusal: InvalidResponse = InvalidResponse(statusCode: 401),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  server: @escaping () async throws -> any APIClient
) async {
  await report(fileID, filePath, line, column) {
    try await violations(ofProfileRepository: makeRepository, session: session, refusal: refusal, server: server)
  }
}

@MainActor
private func report(
  _ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt,
  _ violations: () async throws -> [String]
) async {
  var messages: [String]
  do {
    messages = try await violations()
  } catch {
    messages = ["The test server could not be made: \(error)"]
  }
  for message in messages {
    TestFailure(message: message, fileID: fileID, filePath: filePath, line: line, column: column).report()
  }
}

// MARK: - Authentication

@MainActor
package func violations(
  ofAuthRepository makeRepository: @escaping (any APIClient, Session) -> any AuthRepository,
  email: String, pass: String, refusal: InvalidResponse = InvalidResponse(statusCode: 401),
  server: @escaping () async throws -> any APIClient
) async throws -> [String] {
  typealias Action = RuleAction<any AuthRepository, AuthError>
  let rules = RepositoryRules<any AuthRepository, AuthError>(
    refusal: refusal, makeServer: server, makeRepository: makeRepository)
  let login: @Sendable (any AuthRepository) async -> AuthError? = { repository in
    await failure { () async throws(AuthError) in try await repository.login(email: email, pass: pass) }
  }
  let signIn: @Sendable (any AuthRepository, Session) async -> AuthError? = { repository, _ in await login(repository) }
  let actions = [
    // A proxy and a refusal of the password have the same status at some servers.
    Action(
      name: "signing in", interruptions: [.signOut, .otherSignIn, .cancellation, .timeOut, .lostConnection],
      prepare: { _, _ in nil }, perform: login),
    Action(
      name: "asking for the user", over: [.cancelled, .sessionEnded], prepare: signIn,
      perform: { repository in
        await failure { () async throws(AuthError) in try await repository.currentUser() }
      }),
    Action(
      name: "deleting the account", isOffered: { $0.capabilities.contains(.accountDeletion) },
      over: [.cancelled, .sessionEnded], prepare: signIn,
      perform: { repository in
        await failure { () async throws(AuthError) in try await repository.deleteAccount(pass: pass) }
      }),
    Action(
      name: "signing out", interruptions: [.otherSignIn, .cancellation, .timeOut, .lostConnection, .proxy],
      isSignOut: true, prepare: signIn,
      perform: { repository in await failure { () async throws(AuthError) in try await repository.logout() } }),
  ]
  return try await rules.violations(of: actions)
    + restoreViolations(rules, login: login) + passwordViolations(rules, email, pass)
}

/// The violations of a launch after one with a sign-in.
@MainActor
private func restoreViolations(
  _ rules: RepositoryRules<any AuthRepository, AuthError>, login: (any AuthRepository) async -> AuthError?
) async throws -> [String] {
  let (server, storage) = (try await rules.makeServer(), InMemorySessionStorage())
  let first = Session(storage: storage)
  guard await login(rules.makeRepository(server, first)) == nil, let saved = first.current else { return [] }
  let session = Session(storage: storage)
  let client = InterruptedClient(server, session: session, refusal: rules.refusal)
  let user = try? await rules.makeRepository(client, session).restore()
  guard user != saved.user || session.current != saved || !client.sent.isEmpty else { return [] }
  return [
    RuleReport(
      rule: "The session of an earlier launch is opened without asking the server",
      action: "restoring", steps: client.steps + ["it returns \(user.map { $0.name } ?? "no user")"],
      problem: "Expected \(saved.user.name), who signed in before, and no request."
    ).description
  ]
}

/// The violations of a wrong password, where the server in memory refuses one.
@MainActor
private func passwordViolations(
  _ rules: RepositoryRules<any AuthRepository, AuthError>, _ email: String, _ pass: String
) async throws -> [String] {
  let (session, client, repository) = try await rules.begin()
  let wrong = "not \(pass)"
  func violations(_ action: String, _ error: AuthError?) -> [String] {
    let rule = "A wrong password is told from an ended session"
    let steps = client.steps + [rules.outcome(error)]
    let problem = "Expected the error invalidCredentials, and the session as it was."
    return [RuleReport(rule: rule, action: action, steps: steps, problem: problem).description]
  }
  func login(_ pass: String) async -> AuthError? {
    await failure { () async throws(AuthError) in try await repository.login(email: email, pass: pass) }
  }
  let refused = await login(wrong)
  guard let refused, !client.sent.isEmpty else { return [] }
  guard refused == .invalidCredentials else { return violations("signing in with a wrong password", refused) }
  guard repository.capabilities.contains(.accountDeletion) else { return [] }
  _ = await login(pass)
  client.arm(nil)
  let error = await failure { () async throws(AuthError) in try await repository.deleteAccount(pass: wrong) }
  guard !client.sent.isEmpty, error != .invalidCredentials || session.current == nil else { return [] }
  return violations("deleting the account with a wrong password", error)
}

// MARK: - Feed

@MainActor
package func violations(
  ofFeedRepository makeRepository: @escaping (any APIClient, Session) -> any FeedRepository,
  session: StoredSession, refusal: InvalidResponse = InvalidResponse(statusCode: 401),
  server: @escaping () async throws -> any APIClient
) async throws -> [String] {
  typealias Action = RuleAction<any FeedRepository, FeedError>
  let rules = RepositoryRules<any FeedRepository, FeedError>(
    refusal: refusal, makeServer: server, makeRepository: makeRepository)
  let begin: @Sendable (any FeedRepository, Session) async -> FeedError? = { _, opened in
    await opened.begin(session)
    return nil
  }
  let draft = PostDraft(text: "Hello", replyTo: nil, idempotencyKey: UUID().uuidString)
  let shown = ShownPost()
  let actions = [
    Action(
      name: "reading the timelines", prepare: begin,
      perform: { repository in await failure { () async throws(FeedError) in try await repository.timelines() } }),
    Action(
      name: "reading a page", prepare: begin,
      perform: { repository in
        await failure { () async throws(FeedError) in try await repository.page(FeedPageRequest()) }
      }),
    Action(
      name: "reading a thread", isOffered: { $0.capabilities.contains(.threads) },
      prepare: { repository, opened in
        await opened.begin(session)
        return await failure { () async throws(FeedError) in
          shown.post = try await repository.page(FeedPageRequest()).posts.first
        }
      },
      perform: { repository in
        await failure { () async throws(FeedError) in
          guard let post = shown.post else { return }
          _ = try await repository.page(FeedPageRequest(timeline: .thread(of: post.id)))
        }
      }),
    Action(
      name: "posting", isOffered: { $0.capabilities.contains(.posts) }, lost: [.noNetwork, .postMayHaveArrived],
      prepare: begin,
      perform: { repository in await failure { () async throws(FeedError) in try await repository.send(draft) } }),
    Action(
      name: "liking a post", isOffered: { $0.capabilities.contains(.likes) },
      prepare: { repository, opened in
        await opened.begin(session)
        return await failure { () async throws(FeedError) in
          let posts = try await repository.page(FeedPageRequest()).posts
          shown.post = posts.first
        }
      },
      perform: { repository in
        await failure { () async throws(FeedError) in
          guard let post = shown.post else { return }
          _ = try await repository.react(post.isLiked ? .unlike : .like, to: post.id)
        }
      }),
    Action(
      name: "deleting a post", isOffered: { $0.capabilities.isSuperset(of: [.posts, .deletions]) },
      prepare: { repository, opened in
        await opened.begin(session)
        return await failure { () async throws(FeedError) in
          let post = try await repository.send(draft)
          shown.post = post
        }
      },
      perform: { repository in
        await failure { () async throws(FeedError) in
          guard let post = shown.post else { return }
          try await repository.react(.delete, to: post.id)
        }
      }),
  ]
  return try await rules.violations(of: actions) + repeatViolations(rules, session, draft)
    + authorViolations(rules, session, draft) + threadViolations(rules, session)
}

/// The violation of a thread without its post, or in another order than that of the conversation.
@MainActor
private func threadViolations(
  _ rules: RepositoryRules<any FeedRepository, FeedError>, _ opened: StoredSession
) async throws -> [String] {
  let (_, client, repository) = try await rules.begin(opened)
  guard repository.capabilities.contains(.threads),
    let post = try? await repository.page(FeedPageRequest()).posts.first
  else { return [] }
  client.arm(nil)
  guard let page = try? await repository.page(FeedPageRequest(timeline: .thread(of: post.id))),
    page.order != .ranked || !page.posts.contains(where: { $0.id == post.id })
  else { return [] }
  let steps = client.steps + ["it returns \(page.posts.count) posts in the order \(page.order)"]
  let problem = "Expected the post \(post.id) on the first page, in the order ranked."
  let rule = "A thread has its post, in the order of the conversation"
  return [RuleReport(rule: rule, action: "reading a thread", steps: steps, problem: problem).description]
}

/// The violation of a sent post that is not the user’s, where posts can be deleted.
@MainActor
private func authorViolations(
  _ rules: RepositoryRules<any FeedRepository, FeedError>, _ opened: StoredSession, _ draft: PostDraft
) async throws -> [String] {
  let (_, client, repository) = try await rules.begin(opened)
  guard repository.capabilities.contains(.deletions) else { return [] }
  guard let post = try? await repository.send(draft), post.author.id != opened.user.id else { return [] }
  let steps = client.steps + ["it returns a post of the author \(post.author.id)"]
  client.arm(nil)
  _ = try? await repository.react(.delete, to: post.id)
  guard !client.sent.isEmpty else { return [] }
  let problem = "Expected the user, \(opened.user.id): of the posts of another author no deletion is offered."
  let rule = "The author of a sent post is the user"
  return [RuleReport(rule: rule, action: "posting", steps: steps, problem: problem).description]
}

/// The violations of a post that is sent again because its answer was lost.
@MainActor
private func repeatViolations(
  _ rules: RepositoryRules<any FeedRepository, FeedError>, _ opened: StoredSession, _ draft: PostDraft
) async throws -> [String] {
  let (_, client, repository) = try await rules.begin(opened)
  let other = PostDraft(text: draft.text, replyTo: draft.replyTo, idempotencyKey: UUID().uuidString)
  var writes: [HTTPRequest?] = []
  var steps: [String] = []
  for (draft, interruption) in [(draft, Interruption.lostConnection), (draft, nil), (other, nil)] {
    client.arm(interruption)
    let error = await failure { () async throws(FeedError) in try await repository.send(draft) }
    // A server that may publish twice, or one without posts.
    if client.sent.isEmpty || error == .postMayHaveArrived && !repository.publishesOnce { return [] }
    writes.append(client.sent.first { ![.get, .head].contains($0.method) })
    steps += client.steps + [rules.outcome(error)]
  }
  let problem: String
  if !repository.publishesOnce {
    problem = "The repository says that the server may publish twice, and does not throw postMayHaveArrived."
  } else if writes[0] != writes[1] {
    problem = "The second try is another request than the first: the server may publish the post twice."
  } else if writes[1] == writes[2] {
    problem = """
      Another post with the same text is the same request as the second try. Send the draft’s idempotencyKey, or let \
      publishesOnce be false and throw postMayHaveArrived where an answer was lost.
      """
  } else {
    return []
  }
  let rule = "A post that is sent again is published once"
  return [RuleReport(rule: rule, action: "posting", steps: steps, problem: problem).description]
}

/// The post that an action changes.
private final class ShownPost: Sendable {
  private let value = Mutex<Post?>(nil)

  var post: Post? {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}

// MARK: - MyPage

@MainActor
package func violations(
  ofProfileRepository makeRepository: @escaping (any APIClient, Session) -> any MyPageRepository,
  session: StoredSession, refusal: InvalidResponse = InvalidResponse(statusCode: 401),
  server: @escaping () async throws -> any APIClient
) async throws -> [String] {
  typealias Action = RuleAction<any MyPageRepository, MyPageError>
  let rules = RepositoryRules<any MyPageRepository, MyPageError>(
    refusal: refusal, makeServer: server, makeRepository: makeRepository)
  let begin: @Sendable (any MyPageRepository, Session) async -> MyPageError? = { _, opened in
    await opened.begin(session)
    return nil
  }
  let draft = ProfileDraft(name: "Hanako", gender: .female, createdAt: Date(timeIntervalSince1970: 1_646_746_371))
  return try await rules.violations(of: [
    Action(
      name: "reading the profile", prepare: begin,
      perform: { repository in await failure { () async throws(MyPageError) in try await repository.profile() } }),
    Action(
      name: "registering the profile", isOffered: { $0.capabilities.contains(.registration) }, prepare: begin,
      perform: { repository in
        let error = await failure { () async throws(MyPageError) in try await repository.register(draft) }
        return error == .alreadyRegistered ? nil : error
      }),
    Action(
      name: "saving the profile", isOffered: { $0.capabilities.contains(.registration) }, prepare: begin,
      perform: { repository in await failure { () async throws(MyPageError) in try await repository.save(draft) } }),
    Action(
      name: "deleting the profile", isOffered: { $0.capabilities == Set(MyPageCapability.allCases) },
      prepare: { repository, opened in
        await opened.begin(session)
        return await failure { () async throws(MyPageError) in try await repository.save(draft) }
      },
      perform: { repository in await failure { () async throws(MyPageError) in try await repository.deleteProfile() } }
    ),
  ]) + registrationViolations(rules, session, draft)
}

/// The violation of a registration that replaces a profile.
@MainActor
private func registrationViolations(
  _ rules: RepositoryRules<any MyPageRepository, MyPageError>, _ session: StoredSession, _ draft: ProfileDraft
) async throws -> [String] {
  let (_, client, repository) = try await rules.begin(session)
  _ = await failure { () async throws(MyPageError) in try await repository.save(draft) }
  guard let saved = try? await repository.profile() else { return [] }
  client.arm(nil)
  let other = ProfileDraft(name: "Jiro", gender: .male, createdAt: draft.createdAt)
  let error = await failure { () async throws(MyPageError) in try await repository.register(other) }
  client.note(rules.outcome(error))
  guard let found = try? await repository.profile(), found != saved else { return [] }
  return [
    RuleReport(
      rule: "A registration replaces no profile", action: "registering the profile", steps: client.steps,
      problem: "Expected the profile of \(saved.name); found that of \(found.name)."
    ).description
  ]
}
