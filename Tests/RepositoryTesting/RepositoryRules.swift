import Core
import Synchronization

/// A method of a repository that sends requests.
struct RuleAction<Repository: Sendable, Failure: FeatureError>: Sendable {
  /// What it does, such as “reading the profile”.
  let name: String
  /// Whether a repository offers it; `nil` where every server has it.
  var isOffered: (@Sendable (Repository) -> Bool)?
  var interruptions = Interruption.allCases
  /// Whether it closes the session before its first request.
  var isSignOut = false
  /// The errors of a lost answer.
  var lost: [Failure] = [.noNetwork]
  /// The errors of a call whose session is over.
  var over: [Failure] = [.cancelled]
  /// Brings the session to where the action begins.
  let prepare: @Sendable (Repository, Session) async -> Failure?
  let perform: @Sendable (Repository) async -> Failure?
}

/// What an action did in one schedule.
private struct RuleRun<Failure: FeatureError> {
  var steps: [String]
  let requestCount: Int
  let isInterrupted: Bool
  let error: Failure?
  /// The error of the second try after a lost answer.
  var secondError: Failure?
  let session: StoredSession?
  /// The session that was open after the interruption.
  let expected: StoredSession?
  /// How often the session has ended.
  let endings: Int
}

/// The rules that a repository keeps whatever happens during its requests.
@MainActor
struct RepositoryRules<Repository: Sendable, Failure: FeatureError> {
  let refusal: InvalidResponse
  let makeServer: () async throws -> any APIClient
  let makeRepository: (any APIClient, Session) -> Repository

  /// Returns the violations of each action, with each interruption of each of its requests.
  func violations(of actions: [RuleAction<Repository, Failure>]) async throws -> [String] {
    var violations: [String] = []
    let repository = try await begin().2
    for action in actions {
      let isOffered = action.isOffered?(repository)
      guard isOffered != false else { continue }
      let undisturbed = try await run(action, nil, at: 0)
      if let error = undisturbed.error {
        // An action without a request is one that the repository does not support.
        guard isOffered != nil || undisturbed.requestCount > 0 else { continue }
        violations.append(refusal(of: action, undisturbed, error))
        continue
      }
      if action.isSignOut, let session = undisturbed.session {
        violations.append(
          report(rule(action, .signOut), action, undisturbed, "Expected no session; found \(name(session))."))
      }
      for interruption in action.interruptions {
        violations += try await violation(of: action, interruption, requests: undisturbed.requestCount)
      }
    }
    return violations
  }

  /// The violation of an action that ends with an error although nothing has interrupted it.
  private func refusal(
    of action: RuleAction<Repository, Failure>, _ run: RuleRun<Failure>, _ error: Failure
  ) -> String {
    if run.requestCount == 0 {
      let problem = "It throws \(error) without a request. Leave what the server does not offer out of capabilities."
      return report("A repository supports what it offers", action, run, problem)
    }
    guard error == .cancelled else {
      return report("The test server refused the first request", action, run, "It throws \(error).")
    }
    let problem = """
      It throws cancelled, as Session.renew does where the server returns a user with another identifier. If that is the \
      same user, pass isSameUser.
      """
    return report("A call that nothing interrupts is not cancelled", action, run, problem)
  }

  /// The violation by the first of the requests whose interruption shows one.
  private func violation(
    of action: RuleAction<Repository, Failure>, _ interruption: Interruption, requests: Int
  ) async throws -> [String] {
    for index in 0..<requests {
      let run = try await run(action, interruption, at: index)
      guard run.isInterrupted, let found = problem(in: run, action, interruption) else { continue }
      return [report(rule(action, interruption), action, run, found)]
    }
    return []
  }

  /// Returns a repository on a new server, signed in with a session if there is one, and the client between the two.
  func begin(_ opened: StoredSession? = nil) async throws -> (Session, InterruptedClient, Repository) {
    let session = Session(storage: InMemorySessionStorage())
    if let opened { await session.begin(opened) }
    let client = InterruptedClient(try await makeServer(), session: session, refusal: refusal)
    return (session, client, makeRepository(client, session))
  }

  /// The step in which an action ends.
  func outcome(_ error: Failure?) -> String { error.map { "it throws \($0)" } ?? "it returns" }

  private func run(
    _ action: RuleAction<Repository, Failure>, _ interruption: Interruption?, at index: Int
  ) async throws -> RuleRun<Failure> {
    let (session, client, repository) = try await begin()
    if let error = await action.prepare(repository, session) {
      return RuleRun(
        steps: client.steps, requestCount: client.sent.count, isInterrupted: false, error: error,
        session: session.current, expected: nil, endings: 0)
    }
    let endings = Mutex(0)
    let observation = session.onUserChange { [session] in
      if session.current == nil { endings.withLock { $0 += 1 } }
    }
    client.arm(interruption, at: index)
    // A task of its own, which an interruption may cancel.
    let error = await Task { await action.perform(repository) }.value
    client.note(outcome(error))
    withExtendedLifetime(observation) {}
    var run = RuleRun(
      steps: client.steps, requestCount: client.sent.count, isInterrupted: client.isInterrupted, error: error,
      session: session.current, expected: client.expected, endings: endings.withLock { $0 })
    if error == .noNetwork {
      client.note("it begins again")
      run.secondError = await action.perform(repository)
      client.note(outcome(run.secondError))
      run.steps = client.steps
    }
    return run
  }

  /// What is wrong with a run, as a sentence.
  private func problem(
    in run: RuleRun<Failure>, _ action: RuleAction<Repository, Failure>, _ interruption: Interruption
  ) -> String? {
    switch interruption {
    case .signOut, .otherSignIn, .sameSignIn:
      if !action.isSignOut, !isAmong(action.over, run.error) { return expectation(action.over) }
      return run.session == run.expected ? nil : "Expected \(name(run.expected)); found \(name(run.session))."
    case .refusal:
      if run.session != nil {
        let isExchanged = run.requestCount > 1
        return "Expected no session; found \(name(run.session))."
          + (isExchanged ? " Where an exchange of tokens is refused, it throws refused." : "")
      }
      if run.endings != 1 { return "The session ended \(run.endings) times." }
      return isAmong(action.over, run.error) ? nil : expectation(action.over)
    case .cancellation, .timeOut, .lostConnection, .proxy:
      let expected = action.isSignOut ? nil : run.expected
      guard run.session == expected else { return "Expected \(name(expected)); found \(name(run.session))." }
      if action.isSignOut { return nil }
      switch interruption {
      case .cancellation: return run.error == .cancelled ? nil : expectation([.cancelled])
      case .proxy:
        return isAmong(action.over + [.notAuthorized], run.error) || run.error == nil
          ? "Expected an error that does not mean the end of the session." : nil
      case .signOut, .otherSignIn, .sameSignIn, .timeOut, .lostConnection, .refusal:
        guard isAmong(action.lost, run.error) else { return expectation(action.lost) }
        return run.secondError.flatMap { action.over.contains($0) ? nil : "The second try throws \($0)." }
      }
    }
  }

  private func isAmong(_ errors: [Failure], _ error: Failure?) -> Bool {
    error.map(errors.contains) ?? false
  }

  private func expectation(_ errors: [Failure]) -> String {
    "Expected the error \(errors.map { "\($0)" }.joined(separator: " or "))."
  }

  private func rule(_ action: RuleAction<Repository, Failure>, _ interruption: Interruption) -> String {
    switch interruption {
    case .signOut where action.isSignOut, .cancellation where action.isSignOut, .timeOut where action.isSignOut,
      .lostConnection where action.isSignOut, .proxy where action.isSignOut:
      "A sign-out closes the session of the device whatever the server answers"
    case .signOut: "An answer that arrives after the sign-out changes nothing"
    case .otherSignIn, .sameSignIn: "An answer that arrives after another sign-in changes nothing"
    case .cancellation: "A cancelled call is cancelled and leaves the session"
    case .timeOut, .lostConnection:
      "A lost answer means that there is no network, leaves the session, and can be repeated"
    case .proxy: "A 403 from a proxy does not end the session"
    case .refusal: "A refused token ends the session, once"
    }
  }

  private func report(
    _ rule: String, _ action: RuleAction<Repository, Failure>, _ run: RuleRun<Failure>, _ problem: String
  ) -> String {
    RuleReport(rule: rule, action: action.name, steps: run.steps, problem: problem).description
  }

  private func name(_ session: StoredSession?) -> String {
    session.map { "the session of \($0.user.name)" } ?? "no session"
  }
}

/// A violated rule, with the steps that lead to the violation.
struct RuleReport: CustomStringConvertible {
  let rule: String
  let action: String
  let steps: [String]
  let problem: String

  var description: String {
    let numbered = zip(1..., ["\(action) begins"] + steps).map { "  \($0). \($1)" }
    return (["\(rule): \(action).", problem] + numbered).joined(separator: "\n")
  }
}

/// Returns the error of a call, or `nil`.
func failure<Success, Failure: Error>(of call: () async throws(Failure) -> Success) async -> Failure? {
  do throws(Failure) {
    _ = try await call()
    return nil
  } catch {
    return error
  }
}
