#if Network
  import Core
  import Foundation
  import HTTPTypes
  import Hummingbird
  import HummingbirdCore
  import NIOCore

  /// Translates between Hummingbird and the fake backend.
  struct FakeResponder: HTTPResponder {
    /// A request's context: its connection, so that it can be closed.
    struct Context: RequestContext {
      var coreContext: CoreRequestContextStorage
      let channel: any Channel

      init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
      }
    }

    let backend: FakeBackend
    let configuration: FakeServerConfiguration
    let log: @Sendable (AccessLogEntry) -> Void
    private let clock = ContinuousClock()

    init(
      backend: FakeBackend, configuration: FakeServerConfiguration, log: @escaping @Sendable (AccessLogEntry) -> Void
    ) {
      self.backend = backend
      self.configuration = configuration
      self.log = log
    }

    func respond(to request: Request, context: Context) async throws -> Response {
      let start = clock.now
      let answer = try await answer(to: request, on: context.channel)
      log(
        AccessLogEntry(
          method: request.method.rawValue, path: request.uri.path, status: answer?.status,
          size: answer?.body.count ?? 0, duration: start.duration(to: clock.now)))
      // Without an answer the connection is closed by now, and what is returned goes nowhere.
      guard let answer else { return Response(status: .internalServerError) }
      let response = Response(answer)
      return request.method == .head ? response.createHeadResponse() : response
    }

    private func answer(to request: Request, on channel: any Channel) async throws -> Core.HTTPResponse? {
      var request = request
      let body: ByteBuffer
      do {
        body = try await request.collectBody(upTo: configuration.maximumBodySize)
      } catch is NIOTooManyBytesError {
        return .problem(413, "body_too_large", "A body has \(configuration.maximumBodySize) bytes or less.")
      }
      let path = request.uri.path
      if path == "/openapi.json" { return OpenAPIDocument.answer(to: request.method) }
      if path.hasPrefix("/control/") {
        return FakeControl(backend).answer(request.method, path, Data(body.readableBytesView))
      }
      let methods = backend.methods(at: path)
      guard let method = Core.HTTPMethod(rawValue: request.method.rawValue), method != .head || methods.contains(.get)
      else {
        return .unroutable(request.method, path, allowed: methods)
      }
      let translated = Core.HTTPRequest(
        method == .head ? .get : method, path, query: request.queryItems, headers: HTTPHeaders(request.headers),
        body: Data(body.readableBytesView))
      do throws(APIError) {
        return try await backend.answer(translated)
      } catch {
        if error == .requestFailed(.timedOut) { await hold(request.body) }
        try? await channel.close()
        return nil
      }
    }

    /// Waits until the client goes away, or for as long as a request is held.
    ///
    /// The end of the connection comes behind the body, so that this is read to its end.
    private func hold(_ body: RequestBody) async {
      try? await body.consumeWithCancellationOnInboundClose { body in
        for try await _ in body {}
        try await clock.sleep(for: configuration.holdTime)
      }
    }
  }

  extension Core.HTTPResponse {
    static func problem(_ status: Int, _ code: String, _ detail: String) -> Core.HTTPResponse {
      let problem = ProblemDetails(title: code, status: status, detail: detail, code: code)
      return Core.HTTPResponse(
        status: status, headers: ["Content-Type": "application/problem+json"],
        body: (try? JSONCoding.encode(problem)) ?? Data())
    }

    /// What is answered to a verb that no route takes.
    static func unroutable(
      _ method: HTTPTypes.HTTPRequest.Method, _ path: String, allowed: [Core.HTTPMethod]
    ) -> Core.HTTPResponse {
      guard !allowed.isEmpty else { return .problem(404, "unknown_route", "\(path) is no route of this backend.") }
      let reading: [Core.HTTPMethod] = allowed.contains(.get) ? [.head] : []
      let names = ((allowed + reading).map(\.rawValue) + ["OPTIONS"]).joined(separator: ", ")
      guard method != .options else { return Core.HTTPResponse(status: 204, headers: ["Allow": names]) }
      var answer = problem(405, "method_not_allowed", "\(path) takes \(names).")
      answer.headers["Allow"] = names
      return answer
    }
  }

  extension Request {
    /// The query, decoded; what is not percent-encoded as it should be is taken as it is.
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
      // These never have a body, whatever the backend was told to answer.
      let isBare = answer.body.isEmpty || [204, 205, 304].contains(answer.status)
      self.init(
        status: HTTPTypes.HTTPResponse.Status(code: answer.status), headers: fields,
        body: isBare ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
    }
  }
#endif
