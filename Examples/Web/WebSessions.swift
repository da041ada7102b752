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

    /// Returns the session of a cookie, unless it is unknown, was idle for too long, or is about to get another token
    /// after a sign-in.
    func session(_ id: String?) -> WebSession? {
      guard let id, let session = sessions[id], session.hasTokensOfUser else { return nil }
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
      guard let id else { return false }
      if let session = sessions[id] { return !session.hasTokensOfUser }
      return replaced[id].map { configuration.now() < $0.end } ?? false
    }

    /// Returns the session that the form with a key has signed in, by its token or the one that this has just replaced: a
    /// second click has the key, and the browser drops the response to the first one, whether it has kept the new token of
    /// the cookie by then or not.
    ///
    /// The key was in one response only, so that an attacker who has planted the token does not know it.
    func session(_ id: String?, signedInBy key: RandomToken?) -> WebSession? {
      guard let id, let key, let session = isReplaced(id) ? replaced[id]?.session ?? sessions[id] : sessions[id],
        session.isSignIn(by: key)
      else { return nil }
      return session
    }

    /// Creates a session, or returns `nil` where all sessions are in use.
    func makeSession(acceptLanguage: String?) async -> WebSession? {
      guard makeRoom() else { return nil }
      let session: WebSession
      if configuration.inspects {
        let inspection = await Inspection(configuration, acceptLanguage: acceptLanguage) {
          [makeEnvironment] world, acceptLanguage in
          makeEnvironment(WebVisitor(acceptLanguage: acceptLanguage, world: world))
        }
        session = WebSession(inspection.root, configuration: configuration, inspection: inspection)
      } else {
        var environment = makeEnvironment(WebVisitor(acceptLanguage: acceptLanguage, world: nil))
        environment.messages = FeatureMessages(page: environment.language)
        session = WebSession(AppRoot(environment), configuration: configuration)
      }
      sessions[session.id.text] = session
      await session.launch()
      return session
    }

    /// Gives a session other tokens, so that those that were known before are worth nothing; a user makes room for
    /// users.
    func renewTokens(of session: WebSession) {
      sessions[session.id.text] = nil
      dropReplacedTokens()
      replaced[session.id.text] = Replacement(end: configuration.now() + configuration.tokenGrace, session: session)
      session.renewTokens()
      sessions[session.id.text] = session
      if session.isSignedIn, sessions.values.count(where: \.isSignedIn) > configuration.maximumUsers {
        drop { $0.isSignedIn && $0 !== session }
      }
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

    /// Makes room for a session in place of one without a user.
    private func makeRoom() -> Bool {
      if sessions.count < configuration.maximumSessions { return true }
      dropIdle()
      return sessions.count < configuration.maximumSessions || drop { !$0.isSignedIn }
    }

    /// Drops the matching sessions that are idle for longest, those without a stream first; returns `false` where all are
    /// at work.
    ///
    /// One in fifty leaves together, so that most newcomers search for none.
    @discardableResult
    private func drop(where isMatching: (WebSession) -> Bool) -> Bool {
      let candidates = sessions.values.filter { $0.openActions == 0 && isMatching($0) }
        .map { (rank: $0.streamCount > 0 ? 1 : 0, lastUse: $0.lastUse, session: $0) }
        .sorted { ($0.rank, $0.lastUse) < ($1.rank, $1.lastUse) }
      for (_, _, session) in candidates.prefix(max(1, configuration.maximumSessions / 50)) {
        sessions[session.id.text] = nil
        session.endStreams()
      }
      return !candidates.isEmpty
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
