#if Network
  import ArgumentParser
  import AsyncHTTPClientTransport
  import Authentication
  import Core
  import Driver
  import Web
  import Foundation

  /// `focal-http oauth`: a sign-in at a real authorization server, through a browser and a port of this machine.
  struct OAuthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "oauth",
      abstract: "Signs in at an OAuth 2 server with PKCE, refreshes the tokens, and revokes them.",
      discussion: """
        Register an app without a secret at the server, with the redirect URL http://127.0.0.1:8765/callback. Tokens are \
        never printed.
        """)

    @Option(
      help: "The server, which is asked for its endpoints: https://accounts.example.com.",
      transform: FocalHTTP.serverURL)
    var issuer: URL?

    @Option(help: "The endpoint that the browser opens, for a server without --issuer.", transform: FocalHTTP.serverURL)
    var authorizationEndpoint: URL?

    @Option(help: "The endpoint that returns tokens, for a server without --issuer.", transform: FocalHTTP.serverURL)
    var tokenEndpoint: URL?

    @Option(help: "The identifier of the app.")
    var clientID: String

    @Option(help: "The requested scopes, separated by spaces; with openid, OpenID Connect.")
    var scope = "openid"

    @Option(help: "The port of 127.0.0.1 to which the browser returns; 0 for any free port.")
    var port = 8765

    @Option(help: "The command that opens a URL, such as open or xdg-open. Default: the URL is only printed.")
    var browser: String?

    @Option(help: ArgumentHelp("How long to wait for the browser, in seconds.", valueName: "s"))
    var timeout = 300

    @Flag(help: "Also check that the server refuses used codes, wrong verifiers, and used and revoked refresh tokens.")
    var check = false

    func validate() throws {
      guard (0...65_535).contains(port) else { throw ValidationError("Expected a port from 0 to 65535.") }
      guard timeout > 0 else { throw ValidationError("Expected a positive timeout.") }
      guard (issuer == nil) != (authorizationEndpoint == nil), (issuer == nil) != (tokenEndpoint == nil) else {
        throw ValidationError("Expected --issuer, or --authorization-endpoint and --token-endpoint.")
      }
    }

    func run() async throws {
      let loopback = LoopbackBrowser(port: port, timeout: .seconds(timeout), open: open)
      do {
        try await loopback.listen { redirectURL, browser in
          do throws(OAuthError) {
            let server = try await server(redirectURL)
            try await signIn(at: server, browser)
            if check { try await checkRefusals(by: server, browser) }
          } catch {
            printError(error.message)
            throw ExitCode(1)
          }
        }
      } catch let error as ExitCode {
        throw error
      } catch {
        printError("Port \(port) of 127.0.0.1 cannot be used. Choose another one with --port.")
        throw ExitCode(1)
      }
    }

    private func server(_ redirectURL: URL) async throws(OAuthError) -> RemoteAuthorizationServer {
      let transport = AsyncHTTPClientTransport()
      let client: @Sendable (URL) -> any APIClient = { HTTPAPIClient(baseURL: $0, transport: transport) }
      let scopes = scope.split(separator: " ").map(String.init)
      guard let authorizationEndpoint, let tokenEndpoint else {
        guard let issuer else { throw .cancelled }
        return try await .discover(
          issuer: issuer, clientID: clientID, redirectURL: redirectURL, scopes: scopes, client: client)
      }
      let configuration = OAuthConfiguration(
        authorizationEndpoint: authorizationEndpoint, tokenEndpoint: tokenEndpoint, clientID: clientID,
        redirectURL: redirectURL, scopes: scopes)
      return RemoteAuthorizationServer(configuration, client: client)
    }

    private func signIn(at server: RemoteAuthorizationServer, _ browser: OAuthBrowser) async throws(OAuthError) {
      let tokens = try await server.signIn(browser: browser)
      write("Signed in\(tokens.identityToken == nil ? "" : ", with a valid identity token").")
      guard let first = tokens.refreshToken else { return write("The server issued no refresh token.") }
      let second = try await refresh(first, at: server)
      write(second == first ? "Refreshed the tokens." : "Refreshed the tokens, and the refresh token is another one.")
      if try await revoke(second, at: server) { write("Signed out.") }
    }

    /// Returns the next refresh token.
    private func refresh(
      _ token: Secret, at server: RemoteAuthorizationServer
    ) async throws(OAuthError) -> Secret {
      do throws(SessionRefreshError) {
        return try await server.refresh(token).refreshToken ?? token
      } catch {
        switch error {
        case .refused, .accountDeleted: throw .refused(OAuthRefusal(error: "invalid_grant"))
        case .failed(let error): throw .failed(error)
        }
      }
    }

    /// Returns whether the server has revoked a token; some do not where the app has no secret.
    private func revoke(_ token: Secret, at server: RemoteAuthorizationServer) async throws(OAuthError) -> Bool {
      do throws(OAuthError) {
        try await server.revoke(token)
        return true
      } catch .refused(let refusal) {
        write("The server revokes no token of this app: \(refusal.error.printable()).")
        return false
      }
    }

    private func checkRefusals(
      by server: RemoteAuthorizationServer, _ browser: OAuthBrowser
    ) async throws(OAuthError) {
      let request = server.request()
      let code = try request.code(from: try await browser(try request.url()))
      let tokens = try await server.tokens(for: code, of: request)
      if let first = tokens.refreshToken {
        let second = try await refresh(first, at: server)
        if second != first {
          try await expectRefusal("a used refresh token") { () async throws(OAuthError) in
            _ = try await refresh(first, at: server)
          }
        }
        if try await revoke(second, at: server) {
          try await expectRefusal("a revoked refresh token") { () async throws(OAuthError) in
            _ = try await refresh(second, at: server)
          }
        }
      }
      try await expectRefusal("a used code") { () async throws(OAuthError) in
        _ = try await server.tokens(for: code, of: request)
      }
      let other = server.request()
      let unused = try other.code(from: try await browser(try other.url()))
      try await expectRefusal("a wrong verifier") { () async throws(OAuthError) in
        _ = try await server.tokens(for: unused, of: server.request())
      }
    }

    private func expectRefusal(
      _ name: String, _ body: () async throws(OAuthError) -> Void
    ) async throws(OAuthError) {
      do throws(OAuthError) {
        try await body()
      } catch .refused(let refusal) {
        return write("The server refuses \(name): \(refusal.error.printable()).")
      }
      throw .failed(.decodingFailed(reason: "The server accepts \(name)."))
    }

    private func open(_ url: URL) {
      write("Open in a browser: \(url.absoluteString)")
      guard let browser else { return }
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [browser, url.absoluteString]
      process.standardInput = FileHandle.nullDevice
      do {
        try process.run()
      } catch {
        printError("The command “\(browser.printable())” cannot be run.")
      }
    }

    private func write(_ line: String) {
      StandardOutput.write("\(line)\n")
    }
  }

  /// A browser whose callback arrives at a port of this machine (RFC 8252, section 7.3).
  struct LoopbackBrowser: Sendable {
    private static let page = """
      <!doctype html><meta charset="utf-8"><title>FOCAL</title><p>You can close this window.</p>
      """

    let port: Int
    let timeout: Duration
    /// Shows a URL to the user.
    let open: @Sendable (URL) -> Void

    /// Listens while `body` runs, which gets the redirect URL and the browser.
    func listen(
      _ body: @Sendable (_ redirectURL: URL, _ browser: @escaping OAuthBrowser) async throws -> Void
    ) async throws {
      let (callbacks, callback) = AsyncStream.makeStream(of: URL.self)
      let (ports, started) = AsyncStream.makeStream(of: Int.self)
      let backend = FakeBackend(FakeConfiguration(recordedRequests: 0)) { request in
        guard
          request.method == .get, request.path == "/callback",
          let url = URL(string: "http://127.0.0.1\(request.target)")
        else { return .status(404) }
        callback.yield(url)
        let headers: HTTPHeaders = ["Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store"]
        return .respond(HTTPResponse(status: 200, headers: headers, body: Data(Self.page.utf8)))
      }
      let server = FakeServer(backend: backend, configuration: FakeServerConfiguration(port: port))
      try await withThrowingTaskGroup(of: Void.self) { group in
        defer { group.cancelAll() }
        group.addTask {
          defer { started.finish() }
          try await server.run { started.yield($0) }
        }
        for await port in ports {
          guard let redirectURL = URL(string: "http://127.0.0.1:\(port)/callback") else { return }
          return try await body(redirectURL) { url throws(OAuthError) in
            open(url)
            return try await next(of: callbacks)
          }
        }
        try await group.next()
      }
    }

    private func next(of callbacks: AsyncStream<URL>) async throws(OAuthError) -> URL {
      let callback = await withTaskGroup(of: URL?.self) { group in
        defer { group.cancelAll() }
        group.addTask { await callbacks.first { _ in true } }
        group.addTask {
          try? await Task.sleep(for: timeout)
          return nil
        }
        return await group.next() ?? nil
      }
      guard let callback else { throw Task.isCancelled ? .cancelled : .timedOut }
      return callback
    }
  }

  extension OAuthError {
    /// The error for a user at a terminal.
    fileprivate var message: String {
      switch self {
      case .cancelled: "The sign-in was cancelled in the browser."
      case .timedOut: "The browser did not return in time. See --timeout."
      case .stateMismatch: "The callback belongs to another sign-in. Try again."
      case .malformedCallback(let reason), .invalidIdentityToken(let reason), .failed(.decodingFailed(let reason)):
        reason.printable()
      case .refused(let refusal): "The server refused: \(refusal.error.printable())."
      case .failed(.invalidResponse(let response)): "The server answered with the status \(response.statusCode)."
      case .failed(.requestFailed(.unusableRequest(let reason))): reason.printable()
      case .failed(.requestFailed(let failure)): "The server does not respond: \(failure)."
      case .failed(.cancelled): "The sign-in was cancelled."
      }
    }
  }
#endif
