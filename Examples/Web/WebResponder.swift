#if Network
  import Core
  import ExampleApp
  import Feed
  import Foundation
  import HTTPTypes
  import Hummingbird
  import NIOCore

  /// Responds with pages, performs the actions of their forms, and streams their changes.
  struct WebResponder: HTTPResponder {
    /// A request that gets a page with a message instead of what it is for.
    private struct Refusal: Error {
      let status: HTTPResponse.Status
      let text: KeyPath<WebMessages, String> & Sendable
    }

    let configuration: WebConfiguration
    let sessions: WebSessions
    let templates: Templates
    /// The drawings of the pane for developers.
    let machines: [StateMachineDrawing]

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
      var response: Response
      do {
        response = try await answer(to: request, on: context.channel)
      } catch let refusal as Refusal {
        response = message(refusal, for: request)
        // A browser whose cookie was replaced has the new one soon.
        if refusal.text == \.moment { response.headers[.refresh] = "1" }
        if refusal.status == .methodNotAllowed { response.headers[.allow] = "GET, HEAD, POST" }
        if request.hasBody {
          // The rest of the body would be read for as long as the client sends it.
          response.headers[.connection] = "close"
          let channel = context.channel
          channel.eventLoop.scheduleTask(in: TimeAmount(configuration.connectionTimeout)) {
            channel.close(promise: nil)
          }
        }
      }
      for field in configuration.securityFields { response.headers[field.name] = field.value }
      if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
      return request.method == .head ? response.createHeadResponse() : response
    }

    private func answer(to request: Request, on channel: any Channel) async throws -> Response {
      // Behind a proxy that takes the other field of two, the host would not be the one that was checked.
      guard !request.hasSeveralHosts else { throw Refusal(status: .badRequest, text: \.badRequest) }
      guard configuration.accepts(host: request.head.authority) else {
        throw Refusal(status: .init(code: 421), text: \.badRequest)
      }
      switch request.method {
      case .get, .head:
        guard !request.hasBody else { throw Refusal(status: .badRequest, text: \.badRequest) }
        let assets = Asset.all + (configuration.inspects ? [.inspectorStyles, .inspectorScript] : [])
        if let asset = assets.first(where: { $0.path == request.uri.path }) { return Response(asset) }
        if request.uri.path == "/events" { return try await events(request, on: channel) }
        return try await visit(request)
      case .post:
        return try await perform(request, on: channel)
      default:
        throw Refusal(status: .methodNotAllowed, text: \.badRequest)
      }
    }

    // MARK: Pages

    @MainActor
    private func visit(_ request: Request) async throws -> Response {
      let target = request.uri.path + (request.uri.query.map { "?\($0)" } ?? "")
      let link = DeepLink(path: target)
      let isInspector = configuration.inspects && Inspection.paths.contains(request.uri.path)
      guard link != nil || request.uri.path == "/" || isInspector else {
        throw Refusal(status: .notFound, text: \.notFound)
      }
      let cookie = configuration.sessionToken(in: request)
      let known = sessions.session(cookie)
      guard known?.spendRequest() != false else { throw Refusal(status: .tooManyRequests, text: \.busy) }
      // A response to a probe opens no session.
      if known == nil, request.method == .head { return Response(status: .ok) }
      // A new session would replace the one of the user who has just signed in.
      if known == nil, sessions.isReplaced(cookie) { throw Refusal(status: .serviceUnavailable, text: \.moment) }
      let language = request.headers[.acceptLanguage]
      guard let session = if let known { known } else { await sessions.makeSession(acceptLanguage: language) } else {
        throw Refusal(status: .serviceUnavailable, text: \.busy)
      }
      var response =
        if isInspector {
          try await inspect(request, session)
        } else if let link {
          try await show(link, to: request, session)
        } else {
          // The first page asks for a sign-in, not for an account.
          redirect(to: session.isSignedIn ? session.current : .signIn)
        }
      setCookie(of: session, for: request, in: &response)
      return response
    }

    @MainActor
    private func show(_ link: DeepLink, to request: Request, _ session: WebSession) async throws -> Response {
      let token = session.id
      _ = await wait(
        for: { await session.visit(link) }, atMost: request.isAsynchronous ? .zero : configuration.patience)
      // A user has signed in meanwhile, and this request may be an attacker’s.
      guard session.id == token, session.hasTokensOfUser else {
        throw Refusal(status: .serviceUnavailable, text: \.moment)
      }
      let place = session.place(at: link)
      guard place == link else { return redirect(to: place) }
      return try await response(with: session.page(at: place, templates), to: request, session)
    }

    @MainActor
    private func response(with page: Page, to request: Request, _ session: WebSession) async throws -> Response {
      let language = session.root.environment.language
      var response = try await encoded(page, language: language, isJSON: request.wantsJSON)
      response.headers[.vary] = "Accept, Cookie"
      return response
    }

    /// Encodes a page, which may have megabytes, off the main actor.
    @concurrent private func encoded(_ page: Page, language: Language, isJSON: Bool) async throws -> Response {
      guard isJSON else { return html(.ok, templates.document(page, language, hasInspector: configuration.inspects)) }
      return Response(
        status: .ok, headers: [.contentType: "application/json"],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: try page.changes(since: nil).json())))
    }

    // MARK: Actions

    @MainActor
    private func perform(_ request: Request, on channel: any Channel) async throws -> Response {
      guard configuration.isSameOrigin(request) else { throw Refusal(status: .forbidden, text: \.forbidden) }
      let (path, cookie) = (request.uri.path, configuration.sessionToken(in: request))
      let isRecording = path == InspectorAction.playPath && sessions.session(cookie)?.inspection != nil
      let form = FormFields(
        try await body(
          of: request, on: channel,
          atMost: isRecording ? Inspection.maximumImportSize : configuration.maximumBodySize))
      let (action, key) = (WebAction(path, form), RandomToken(form["key"]))
      let maySignIn = action?.maySignIn == true
      let signedIn = maySignIn ? sessions.session(cookie, signedInBy: key) : nil
      guard let session = sessions.session(cookie) ?? signedIn,
        signedIn != nil || session.formToken.matches(form["token"])
      else { throw Refusal(status: .forbidden, text: \.forbidden) }
      if let inspection = session.inspection, let action = InspectorAction(path, form) {
        guard session.spendRequest() else { throw Refusal(status: .tooManyRequests, text: \.busy) }
        try await perform({ await inspection.perform(action) }, in: session, maySignIn: true)
        // What is looked at is the page itself.
        let isAtPage = action.isLook || (action.isGoingOn && form["at"] != Inspection.path)
        let location = isAtPage && inspection.message == nil ? session.current.path : Inspection.path
        var response = Response(status: .seeOther, headers: [.location: location])
        setCookie(of: session, for: request, in: &response)
        return response
      }
      let isDraft = path == "/compose" || path.removingPercentEncoding == "/posts"
      let isRefused = isDraft && !session.hasRoom(forDraft: form["text"], replyTo: form["reply_to"].nonempty)
      if path == "/compose" {
        guard session.spendRequest(), !isRefused else { throw Refusal(status: .tooManyRequests, text: \.busy) }
        await session.keep(PostInput(text: form["text"], replyTo: form["reply_to"].nonempty))
        return Response(status: .noContent)
      }
      guard let action else { throw Refusal(status: .notFound, text: \.notFound) }
      guard session.spendRequest(), !isRefused else { throw Refusal(status: .tooManyRequests, text: \.busy) }
      if ["/signin", "/signup"].contains(path), form["email"].isUsableInput {
        session.enteredEmail = form["email"]
      }
      if path == "/posts" { session.usePostKey(form["key"]) }
      let link = DeepLink(path: form["at"]) ?? session.current
      let firstUnread = session.root.feed.state.content?.unread.first
      let next = nextPost(afterDeletionAt: path, session)
      let oldCount = session.root.feed.state.content?.posts.count ?? 0
      let work: @MainActor () async -> Void = {
        if maySignIn {
          await session.performSignIn(action, at: link, key: key)
        } else {
          await session.perform(action, at: link)
        }
      }
      try await perform(work, in: session, maySignIn: maySignIn, key: key)
      var response = redirect(to: session.place(afterActionAt: link))
      setCookie(of: session, for: request, in: &response)
      // Without a script, a post stays where it was on the screen.
      if let match = path.firstMatch(of: /^\/posts\/([^\/]+)\/(un)?like$/) {
        response.headers[.location]? += "#post-\(match.output.1)"
      } else if let next {
        response.headers[.location]? += "#post-\(next.urlEncoded)"
      } else if path == "/timeline/read", let firstUnread {
        response.headers[.location]? += "#post-\(firstUnread.urlEncoded)"
      } else if path == "/timeline/more", let posts = session.root.feed.state.content?.posts,
        posts.count > oldCount
      {
        response.headers[.location]? += "#post-\(posts[oldCount].id.urlEncoded)"
      }
      return response
    }

    /// The post that follows one which is deleted, or else the one before it.
    @MainActor
    private func nextPost(afterDeletionAt path: String, _ session: WebSession) -> Post.ID? {
      guard let id = path.firstMatch(of: /^\/posts\/([^\/]+)\/delete$/)?.output.1.removingPercentEncoding,
        let posts = session.root.feed.state.content?.posts, let index = posts.firstIndex(where: { $0.id == id })
      else { return nil }
      return index + 1 < posts.count ? posts[index + 1].id : index > 0 ? posts[index - 1].id : nil
    }

    private func body(of request: Request, on channel: any Channel, atMost size: Int) async throws -> String {
      var request = request
      // A client that sends its body byte by byte would keep the connection for as long as it likes.
      let deadline = channel.eventLoop.scheduleTask(in: TimeAmount(configuration.connectionTimeout)) {
        channel.close(promise: nil)
      }
      defer { deadline.cancel() }
      do {
        return String(buffer: try await request.collectBody(upTo: size))
      } catch is NIOTooManyBytesError {
        throw Refusal(status: .contentTooLarge, text: \.tooLarge)
      }
    }

    /// Waits for work of a session; where that may sign in, makes tokens that only this response tells, and those to a
    /// form with the same key.
    @MainActor
    private func perform(
      _ work: @escaping @MainActor () async -> Void, in session: WebSession, maySignIn: Bool, key: RandomToken? = nil
    ) async throws {
      let (token, wasSigningIn, awaitedUser) = (session.id, session.isSigningIn, session.awaitsUser)
      // Whether a user who signs in meanwhile has the tokens, this request decides.
      if maySignIn { session.awaitsUser = false }
      let worker = await wait(for: work, atMost: configuration.patience)
      let isOfUser = maySignIn && key.map(session.isSignIn) == true
      guard session.id == token || isOfUser, maySignIn || session.hasTokensOfUser else {
        throw Refusal(status: .serviceUnavailable, text: \.moment)
      }
      guard maySignIn else { return }
      let isUnchanged = !session.isSignedIn && session.id == token
      // Where calls are held, the work is done before the sign-in.
      let isUnfinished = isUnchanged && (worker != nil || session.isSigningIn && !wasSigningIn)
      if !session.hasTokensOfUser || isUnfinished { sessions.renewTokens(of: session) }
      if isUnchanged, session.inspection != nil { session.awaitsUser = awaitedUser || isUnfinished }
      guard let worker else { return }
      Task {
        await worker.value
        if !session.hasTokensOfUser { session.keepTokens() }
      }
    }

    /// Waits for work that continues when the time is over, and returns it then.
    @MainActor
    private func wait(
      for work: @escaping @MainActor () async -> Void, atMost time: Duration
    ) async -> Task<Void, Never>? {
      let (end, continuation) = AsyncStream.makeStream(of: Void.self)
      let worker = Task {
        await work()
        continuation.yield()
        continuation.finish()
      }
      let timer = Task {
        // What needs no response is done within these turns.
        if time == .zero { await Task.yield() } else { try? await Task.sleep(for: time) }
        continuation.finish()
      }
      var isDone = false
      for await _ in end { isDone = true }
      timer.cancel()
      return isDone ? nil : worker
    }

    /// Tells the browser the token of a session that its request did not have.
    @MainActor
    private func setCookie(of session: WebSession, for request: Request, in response: inout Response) {
      guard configuration.sessionToken(in: request) != session.id.text else { return }
      response.setCookie(configuration.cookie(session.id, for: request))
    }

    private func redirect(to link: DeepLink) -> Response {
      Response(status: .seeOther, headers: [.location: link.path])
    }

    // MARK: Inspector

    @MainActor
    private func inspect(_ request: Request, _ session: WebSession) async throws -> Response {
      guard let inspection = session.inspection else { throw Refusal(status: .notFound, text: \.notFound) }
      if let export = Inspection.Export.allCases.first(where: { $0.path == request.uri.path }) {
        guard let text = inspection.text(of: export) else { throw Refusal(status: .notFound, text: \.notFound) }
        return Response(
          status: .ok, headers: [.contentType: "text/plain; charset=utf-8"],
          body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
      }
      var pane = try await response(with: session.inspector(inspection, templates, machines), to: request, session)
      // For a browser without a script whose user wants it.
      if request.uri.query == "reload" { pane.headers[.refresh] = "2" }
      return pane
    }

    // MARK: Events

    @MainActor
    private func events(_ request: Request, on channel: any Channel) async throws -> Response {
      guard request.headers[.secFetchSite].map({ $0 == "same-origin" }) ?? true else {
        throw Refusal(status: .forbidden, text: \.forbidden)
      }
      let query = FormFields(request.uri.query ?? "")
      let link = DeepLink(path: query["at"])
      guard link != nil || (configuration.inspects && query["at"] == Inspection.path) else {
        throw Refusal(status: .notFound, text: \.notFound)
      }
      let fields: HTTPFields = [.contentType: "text/event-stream", .connection: "close"]
      guard let session = sessions.session(configuration.sessionToken(in: request)) else {
        // The session is gone: the script opens the page again.
        return Response(
          status: .ok, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(string: PageEvents.gone)))
      }
      guard request.method == .get else { return Response(status: .ok, headers: fields) }
      guard session.spendRequest(), let stream = sessions.openStream(of: session) else {
        return Response(status: .serviceUnavailable, headers: [.connection: "close"])
      }
      let events = PageEvents(
        session: session, page: page(of: session, at: link),
        isSuspended: { [root = session.root, token = session.id] in
          // The stream of an earlier app or token ends, whatever its tab shows.
          guard let link, session.root === root, session.id == token else { return false }
          return session.isSuspended(link)
        }, digest: query["digest"],
        heartbeat: configuration.heartbeat)
      // The body of a response is never written where the client is gone before it.
      channel.closeFuture.whenComplete { [sessions] _ in
        Task { await sessions.closeStream(stream, of: session) }
      }
      return Response(
        status: .ok, headers: fields,
        body: ResponseBody { [sessions] writer in
          do {
            try await events.write(stream, to: &writer)
          } catch {
            await sessions.closeStream(stream, of: session)
            throw error
          }
          await sessions.closeStream(stream, of: session)
          try await writer.finish(nil)
        })
    }

    /// Renders the page of a stream; without a link, the pane for developers.
    @MainActor
    private func page(of session: WebSession, at link: DeepLink?) -> @MainActor @Sendable () -> Page? {
      let (root, token) = (session.root, session.id)
      return { [templates, machines] in
        // A user has signed in, whose pages are only for the tokens that were made then.
        guard session.id == token, session.hasTokensOfUser else { return nil }
        guard let link else {
          return session.inspection.map { session.inspector($0, templates, machines) }
        }
        // The app was killed and launched again: its page has to read what it shows.
        return session.root === root ? session.page(at: link, templates) : nil
      }
    }

    // MARK: Messages

    private func message(_ refusal: Refusal, for request: Request) -> Response {
      let language = Language(acceptLanguage: request.headers[.acceptLanguage])
      let messages = WebMessages(language: language)
      let link: Templates.Values = ["path": "/", "label": messages.start]
      let content = templates.render(
        "message", ["text": messages[keyPath: refusal.text], "isHeading": true, "link": link])
      let page = Page(
        path: "/", title: "FOCAL", frame: [Page.Part(id: "header", html: templates.render("header", [:]))],
        content: [Page.Part(id: "message", html: content)], isLoading: false)
      return html(refusal.status, templates.document(page, language, hasScript: false))
    }

    private func html(_ status: HTTPResponse.Status, _ text: String) -> Response {
      Response(
        status: status, headers: [.contentType: "text/html; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
  }

  extension Request {
    fileprivate var hasBody: Bool { (headers[.contentLength] ?? "0") != "0" || headers[.transferEncoding] != nil }

    fileprivate var wantsJSON: Bool { headers[.accept]?.hasPrefix("application/json") == true }

    /// Whether the client shows the page while it loads.
    fileprivate var isAsynchronous: Bool { headers[.prefer] == "respond-async" }
  }

  extension Response {
    fileprivate init(_ asset: Asset) {
      self.init(
        status: .ok,
        headers: [.contentType: asset.contentType, .cacheControl: "public, max-age=31536000, immutable"],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: asset.bytes)))
    }
  }
#endif
