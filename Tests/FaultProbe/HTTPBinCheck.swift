#if Network
  import Core
  import FaultTable
  import Foundation
  import Synchronization

  /// One path of httpbin, and what is to come of reading it.
  struct HTTPBinCheck: Sendable {
    /// What came of reading a path, and after how many attempts.
    struct Result: Sendable, Equatable, CustomStringConvertible {
      let outcome: Outcome
      let attempts: Int

      var description: String { "\(outcome) after \(attempts == 1 ? "1 attempt" : "\(attempts) attempts")" }
    }

    let path: String
    let expected: Result
    /// What to change of the policy.
    private let policy: @Sendable (inout HTTPClientConfiguration) -> Void
    /// Whether the body of the answer is JSON; what is none is read where no body is expected.
    private let isJSON: Bool

    private init(
      _ path: String, _ outcome: Outcome, attempts: Int = 1, isJSON: Bool = true,
      policy: @escaping @Sendable (inout HTTPClientConfiguration) -> Void = { _ in }
    ) {
      self.path = path
      expected = Result(outcome: outcome, attempts: attempts)
      self.policy = policy
      self.isJSON = isJSON
    }

    /// Every check.
    static func all(at url: URL) -> [HTTPBinCheck] {
      statuses + delays + redirects(at: url) + bodies
    }

    private static let statuses =
      [400, 401, 403, 404, 405, 409, 413, 422, 500, 501, 505, 304].map { HTTPBinCheck("/status/\($0)", .status($0)) }
      + [429, 502, 503, 504].map { HTTPBinCheck("/status/\($0)", .status($0), attempts: 3) }
      + [
        HTTPBinCheck("/status/204", .success, isJSON: false), HTTPBinCheck("/basic-auth/a/b", .status(401)),
        HTTPBinCheck("/digest-auth/auth/a/b", .status(401)), HTTPBinCheck("/bearer", .success),
      ]

    private static let delays = [
      HTTPBinCheck("/delay/1", .success),
      HTTPBinCheck("/delay/3", .timedOut, attempts: 3) { $0.idleTimeout = .seconds(1) },
      HTTPBinCheck("/delay/3", .timedOut) { $0.deadline = .seconds(1) },
      HTTPBinCheck("/drip?numbytes=8&duration=4", .success, isJSON: false) { $0.idleTimeout = .seconds(2) },
      HTTPBinCheck("/drip?numbytes=2&duration=6", .timedOut, attempts: 3, isJSON: false) {
        $0.idleTimeout = .seconds(1)
      },
      HTTPBinCheck("/drip?numbytes=40&duration=4", .timedOut, isJSON: false) { $0.deadline = .seconds(1) },
    ]

    private static func redirects(at url: URL) -> [HTTPBinCheck] {
      let elsewhere = "http://\(url.host() == "localhost" ? "127.0.0.1" : "localhost"):\(url.port ?? 80)/get"
      return [
        HTTPBinCheck("/redirect/3", .success), HTTPBinCheck("/absolute-redirect/3", .success),
        HTTPBinCheck("/redirect-to?url=/bearer", .success), HTTPBinCheck("/redirect/9", .status(302)),
        HTTPBinCheck("/redirect-to?url=\(elsewhere)", .status(302)),
        HTTPBinCheck("/redirect-to?status_code=307&url=\(elsewhere)", .status(307)),
      ]
    }

    private static let bodies = [
      HTTPBinCheck("/gzip", .success), HTTPBinCheck("/deflate", .success), HTTPBinCheck("/stream/1", .success),
      HTTPBinCheck("/html", .unreadable), HTTPBinCheck("/xml", .unreadable), HTTPBinCheck("/deny", .unreadable),
      HTTPBinCheck("/bytes/90000", .success, isJSON: false),
      HTTPBinCheck("/bytes/90000", .unreadable, isJSON: false) { $0.maximumBodySize = 10_000 },
      HTTPBinCheck("/stream-bytes/90000", .unreadable, isJSON: false) { $0.maximumBodySize = 10_000 },
    ]

    /// Reads the path with a token.
    func seen(at url: URL, over transport: any HTTPTransport) async -> Result {
      let attempts = Mutex(0)
      var policy = HTTPClientConfiguration(firstDelay: .milliseconds(10))
      self.policy(&policy)
      let client = HTTPAPIClient(
        baseURL: url, transport: transport, policy: policy,
        report: { event in if event.kind == .sending { attempts.withLock { $0 += 1 } } })
      let outcome = await outcome(of: client)
      return Result(outcome: outcome, attempts: attempts.withLock { $0 })
    }

    private func outcome(of client: HTTPAPIClient) async -> Outcome {
      let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
      let query = parts.dropFirst().flatMap { $0.split(separator: "&") }.map { pair in
        let words = pair.split(separator: "=", maxSplits: 1).map(String.init)
        return URLQueryItem(name: words[0], value: words.last)
      }
      let token = APIAuthorization.bearer(AccessToken("token-1"))
      do throws(APIError) {
        if isJSON {
          _ = try await client.send(APIRequest<JSONObject>(.get, parts[0], query: query, authorization: token))
        } else {
          _ = try await client.send(APIRequest<EmptyResponse>(.get, parts[0], query: query, authorization: token))
        }
        return .success
      } catch {
        return Outcome(error)
      }
    }
  }

  /// Any object in JSON.
  private struct JSONObject: Decodable, Sendable {
    private struct AnyKey: CodingKey {
      let stringValue: String
      let intValue: Int? = nil

      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      _ = try decoder.container(keyedBy: AnyKey.self)
    }
  }
#endif
