#if Network
  import ExampleApp

  /// The browser sessions by the tokens in their cookies.
  @MainActor
  final class WebSessions {
    private let configuration: WebConfiguration
    private let makeEnvironment: @Sendable (WebVisitor) -> AppEnvironment
    private var sessions: [String: WebSession] = [:]
    /// A token that a sign-in has replaced.
    private struct Replacement {
      /// Until when a request with the token is taken for one sent before the sign-in.
      let end: ContinuousClock.Instant
      let session: WebSession
    }

    private var replaced: [String: Replacement] = [:]
    private var streams = 0

    init(configuration: WebConfiguration, makeEnvironment: @escaping @Sendable (WebVisitor) -> AppEnvironment) {
      self.configuration = configuration
      self.makeEnvironment = makeEnvironment
    }

    /// The number of sessions.
    var count: Int { sessions.count }

    /// Returns the session of a cookie, unless it is unknown or was idle for too long.
    func session(_ id: String?) -> WebSession? {
      guard let id, let session = sessions[id] else { return nil }
      guard !isExpired(session) else {
        sessions[id] = nil
        return nil
      }
      session.lastUse = configuration.now()
      return session
    }

    /// Returns whether a sign-in has just replaced the token of a cookie, so that the browser has another one by now or
    /// will have it soon.
    ///
    /// The token gives access to nothing, so that it is safe even where an attacker has planted it: an attacker learns
    /// only that there was a sign-in. To accept it as another name of the session would open the session to them.
    func isReplaced(_ id: String?) -> Bool {
      guard let id, let replacement = replaced[id] else { return false }
      return configuration.now() < replacement.end
    }

    /// Returns the session of a token that a sign-in has just replaced, to the form that has signed in: a second click has
    /// its key, and the browser drops the response to the first one, with the new token.
    ///
    /// The key was in one response only, so that an attacker who has planted the token does not know it.
    func session(replacing id: String?, signedInBy key: RandomToken?) -> WebSession? {
      guard let id, let key, isReplaced(id), let session = replaced[id]?.session, session.isSignIn(by: key) else {
        return nil
      }
      return session
    }

    /// Creates a session, or returns `nil` where all sessions are in use.
    func makeSession(acceptLanguage: String?) async -> WebSession? {
      guard makeRoom() else { return nil }
      let conditions = configuration.inspects ? BackendConditions(delay: configuration.slowness) : nil
      let visitor = WebVisitor(acceptLanguage: acceptLanguage, conditions: conditions)
      let session = WebSession(makeEnvironment(visitor), configuration: configuration, conditions: conditions)
      sessions[session.id.text] = session
      await session.launch()
      return session
    }

    /// Gives a session another token after a sign-in, so that one that was known before it is worth nothing; returns
    /// whether it did.
    func renewToken(of session: WebSession) -> Bool {
      let isSignIn = session.isSignedIn && !session.hasTokenOfUser
      session.hasTokenOfUser = session.isSignedIn
      guard isSignIn else { return false }
      sessions[session.id.text] = nil
      dropReplacedTokens()
      replaced[session.id.text] = Replacement(end: configuration.now() + configuration.tokenGrace, session: session)
      session.id = RandomToken()
      sessions[session.id.text] = session
      return true
    }

    /// Drops the sessions that were idle for too long.
    func dropIdle() {
      dropReplacedTokens()
      sessions = sessions.filter { !isExpired($0.value) }
    }

    /// Opens an event stream of a session, or returns `nil` where there are too many.
    func openStream(of session: WebSession) -> WebSession.Stream? {
      guard streams < configuration.maximumStreams.total, session.streamCount < configuration.maximumStreams.each
      else { return nil }
      streams += 1
      return session.openStream()
    }

    /// Closes an event stream, unless it is closed already.
    func closeStream(_ stream: WebSession.Stream, of session: WebSession) {
      if session.closeStream(stream) { streams -= 1 }
    }

    /// Makes room for a session in place of the one that is idle for longest, of those that never did anything first.
    ///
    /// Visitors who only open streams cannot keep others out.
    private func makeRoom() -> Bool {
      if sessions.count < configuration.maximumSessions { return true }
      dropIdle()
      if sessions.count < configuration.maximumSessions { return true }
      func rank(_ session: WebSession) -> Int { (session.hasActed ? 2 : 0) + (session.streamCount > 0 ? 1 : 0) }
      let candidates = sessions.values.filter { $0.openActions == 0 && rank($0) < 3 }
      guard let oldest = candidates.min(by: { (rank($0), $0.lastUse) < (rank($1), $1.lastUse) }) else { return false }
      sessions[oldest.id.text] = nil
      oldest.endStreams()
      return true
    }

    private func dropReplacedTokens() {
      let now = configuration.now()
      replaced = replaced.filter { now < $0.value.end }
    }

    private func isExpired(_ session: WebSession) -> Bool {
      session.streamCount == 0 && session.openActions == 0
        && session.lastUse.duration(to: configuration.now()) > configuration.sessionTimeout
    }
  }
#endif
