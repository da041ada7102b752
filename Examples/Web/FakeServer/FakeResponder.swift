#if Network
  import Core
  import Foundation
  import HTTPTypes
  import Hummingbird
  import HummingbirdCore
  import NIOCore

  /// Translates between Hummingbird and a `FakeBackend`, and adds the server's own routes.
  struct FakeResponder: HTTPResponder {
    private static let ownRoutes: [String: [Core.HTTPMethod]] = [
      "/openapi.json": [.get], "/control/faults": [.post, .delete], "/control/sessions": [.delete],
    ]

    let backend: FakeBackend
    let configuration: FakeServerConfiguration
    let log: @Sendable (AccessLogEntry) -> Void

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
      let start = ContinuousClock.now
      let answer = try await answer(to: request, on: context.channel)
      log(
        AccessLogEntry(
          method: request.method.rawValue, path: request.uri.path, status: answer?.status,
          size: answer?.body.count ?? 0, duration: start.duration(to: .now)))
      // Without an answer the connection is closed already, and this response is not sent.
      guard let answer else { return Response(status: .internalServerError) }
      let response = Response(answer)
      return request.method == .head ? response.createHeadResponse() : response
    }

    /// Returns the response, or `nil` after closing the connection.
    private func answer(to request: Request, on channel: any Channel) async throws -> Core.HTTPResponse? {
      var request = request
      // An idle timeout would begin anew with each byte. After a body that is too large the deadline stays, because the
      // rest of the body is read and dropped.
      let deadline = channel.eventLoop.scheduleTask(in: TimeAmount(configuration.idleTimeout)) {
        channel.close(promise: nil)
      }
      let body: Data
      do {
        body = Data(try await request.collectBody(upTo: configuration.maximumBodySize).readableBytesView)
      } catch is NIOTooManyBytesError {
        return FakeProblem(
          status: 413, code: "body_too_large", detail: "A body has \(configuration.maximumBodySize) bytes or less."
        ).response
      }
      deadline.cancel()
      guard !request.hasSeveralHosts else {
        return FakeProblem(status: 400, code: "several_hosts", detail: "A request has one Host field.").response
      }
      let path = request.uri.path
      let ownMethods = Self.ownRoutes[path]
      let allowed = ownMethods ?? backend.routes.methods(at: path)
      let requested = Core.HTTPMethod(rawValue: request.method.rawValue)
      // An unknown path goes to the backend, whose hook may respond to it.
      guard
        let method = requested == .head && allowed.contains(.get) ? .get : requested, method != .head,
        ownMethods?.contains(method) != false
      else { return unroutable(request.method.rawValue, path, allowed) }
      if let refusal = refusal(of: request, body) { return refusal }
      if ownMethods != nil { return ownRoute(method, path, body) }
      let translated = Core.HTTPRequest(
        method, path, query: request.queryItems, headers: HTTPHeaders(request.headers), body: body)
      do throws(APIError) {
        return try await backend.answer(translated)
      } catch {
        if error == .requestFailed(.timedOut) { await hold(request.body) }
        try? await channel.close()
        return nil
      }
    }

    /// Refuses what a page of another site could send to a control route from the user's browser.
    ///
    /// Without asking first a page sends no JSON, and only a page whose own name leads here sends a name of its choice.
    private func refusal(of request: Request, _ body: Data) -> Core.HTTPResponse? {
      guard request.uri.path.hasPrefix("/control/") else { return nil }
      guard isTrusted(request.head.authority) else {
        return FakeProblem(
          status: 403, code: "unknown_host",
          detail: "A control request names the server as an IP address, localhost, or the host that it listens at."
        ).response
      }
      let type = request.headers[.contentType]?.lowercased().split(separator: ";").first
      guard body.isEmpty || type == "application/json" else {
        return FakeProblem(
          status: 415, code: "unsupported_media_type", detail: "The Content-Type of a fault is application/json."
        ).response
      }
      return nil
    }

    /// Whether a name of the server cannot be that of a page from elsewhere.
    func isTrusted(_ authority: String?) -> Bool {
      let components = authority.flatMap { URLComponents(string: "http://\($0)") }
      let host = (components?.host ?? "").trimmingCharacters(in: ["[", "]"]).lowercased()
      let isAddress = (try? SocketAddress(ipAddress: host, port: 0)) != nil
      return isAddress || host == "localhost" || host == configuration.host.lowercased()
    }

    private func ownRoute(_ method: Core.HTTPMethod, _ path: String, _ body: Data) -> Core.HTTPResponse {
      switch (method, path) {
      case (.get, _):
        return Core.HTTPResponse(
          status: 200, headers: ["Content-Type": "application/json"], body: OpenAPIDocument.json)
      case (.post, _):
        do {
          try JSONCoding.decode(FaultRequest.self, from: body).apply(to: backend)
        } catch {
          let reason = (error as? FakeFaultError)?.description ?? "A fault has a method, a path, a kind and times."
          return FakeProblem(status: 422, code: "invalid_fault", detail: reason).response
        }
      case (_, "/control/faults"):
        backend.removeFaults()
      default:
        backend.endSessions()
      }
      return Core.HTTPResponse(status: 204)
    }

    private func unroutable(_ method: String, _ path: String, _ allowed: [Core.HTTPMethod]) -> Core.HTTPResponse {
      guard !allowed.isEmpty else { return backend.routes.unroutable(method, path, allowed: []).response }
      let names = allowed.map(\.rawValue) + (allowed.contains(.get) ? ["HEAD"] : []) + ["OPTIONS"]
      guard method != "OPTIONS" else {
        return Core.HTTPResponse(status: 204, headers: ["Allow": names.joined(separator: ", ")])
      }
      return backend.routes.unroutable(method, path, allowed: names).response
    }

    /// Waits until the client disconnects, but not longer than the configured time.
    ///
    /// The end of the connection is seen only behind the body, which is therefore read to its end.
    private func hold(_ body: RequestBody) async {
      try? await body.consumeWithCancellationOnInboundClose { body in
        for try await _ in body {}
        try await Task.sleep(for: configuration.holdTime)
      }
    }
  }

  /// The OpenAPI 3.1 document of the contract.
  public enum OpenAPIDocument {
    /// The document in JSON.
    public static var json: Data { Data(PackageResources.openapi_json) }
  }

  extension Request {
    /// The decoded query; an item with a wrong percent-encoding is taken as it stands.
    fileprivate var queryItems: [URLQueryItem] {
      guard let query = uri.query else { return [] }
      return query.split(separator: "&").map { pair in
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { part in
          let text = String(part.replacing("+", with: " "))
          return text.removingPercentEncoding ?? text
        }
        return URLQueryItem(name: parts[0], value: parts.count > 1 ? parts[1] : nil)
      }
    }
  }

  extension Core.HTTPHeaders {
    fileprivate init(_ fields: HTTPFields) {
      self.init()
      for field in fields {
        let name = field.name.rawName
        self[name] = self[name].map { "\($0), \(field.value)" } ?? field.value
      }
    }
  }

  extension Response {
    fileprivate init(_ answer: Core.HTTPResponse) {
      var fields = HTTPFields()
      for (name, value) in answer.headers.fields {
        guard let name = HTTPField.Name(name) else { continue }
        fields[name] = value
      }
      // A fault may give these statuses a body, which HTTP does not allow.
      let isBare = answer.body.isEmpty || [204, 205, 304].contains(answer.status)
      self.init(
        status: HTTPTypes.HTTPResponse.Status(code: answer.status), headers: fields,
        body: isBare ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
    }
  }
#endif
