#if Network
  import ArgumentParser
  import Core
  import Foundation
  import Synchronization

  /// Compares the results of requests to httpbin, a server of another project, with the expected ones.
  struct HTTPBinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "httpbin", abstract: "Compares the results of requests to httpbin with the expected ones.",
      discussion: """
        The exit status is 1 if any of them differs. To run httpbin:
          pip install httpbin gunicorn
          gunicorn --bind 127.0.0.1:8081 --threads 8 httpbin:app
        """)

    @Argument(help: "The URL of httpbin, such as http://127.0.0.1:8081.")
    var url: WebAddress

    @Option(help: "The transport.")
    var transport = TransportName.asyncHTTPClient

    func run() async throws {
      let transport = transport.make()
      var differences = 0
      for check in HTTPBinCheck.all(otherOrigin: otherOrigin) {
        let result = await check.result(at: url.url, over: transport)
        if result != check.expected { differences += 1 }
        printNow(
          result == check.expected
            ? "\(check.path): \(result)" : "\(check.path): expected \(check.expected), but got \(result)")
      }
      print(differences == 0 ? "Everything is as expected." : "\(differences) results differ.")
      if differences > 0 { throw ExitCode(1) }
    }

    /// The same server by another name.
    private var otherOrigin: String {
      "http://\(url.url.host() == "localhost" ? "127.0.0.1" : "localhost"):\(url.url.port ?? 80)"
    }
  }

  /// A path of httpbin, and the expected result of a request to it.
  private struct HTTPBinCheck {
    let path: String
    let expected: String
    /// Whether a JSON object is expected.
    var isJSON = true
    var configuration = HTTPClientConfiguration(firstDelay: .milliseconds(10))

    static func all(otherOrigin: String) -> [HTTPBinCheck] {
      let statuses = [400, 401, 403, 404, 405, 409, 413, 422, 500, 501, 505, 304].map { ("/status/\($0)", "\($0)") }
      let transient = [429, 502, 503, 504].map { ("/status/\($0)", "\($0) after 3 attempts") }
      let json = [
        ("/basic-auth/a/b", "401"), ("/digest-auth/auth/a/b", "401"), ("/bearer", "success"), ("/delay/1", "success"),
        ("/redirect/3", "success"), ("/absolute-redirect/3", "success"), ("/redirect-to?url=/bearer", "success"),
        ("/redirect/9", "302"), ("/redirect-to?url=\(otherOrigin)/get", "302"),
        ("/redirect-to?status_code=307&url=\(otherOrigin)/get", "307"), ("/gzip", "success"), ("/deflate", "success"),
        ("/stream/1", "success"), ("/html", "invalid"), ("/xml", "invalid"), ("/deny", "invalid"),
      ]
      var checks = (statuses + transient + json).map { HTTPBinCheck(path: $0, expected: $1) }
      checks += ["/status/204", "/bytes/90000"].map { HTTPBinCheck(path: $0, expected: "success", isJSON: false) }
      func limited(
        _ path: String, _ expected: String, _ limit: (inout HTTPClientConfiguration) -> Void
      ) -> HTTPBinCheck {
        var check = HTTPBinCheck(path: path, expected: expected, isJSON: false)
        limit(&check.configuration)
        return check
      }
      return checks + [
        limited("/delay/3", "timedOut after 3 attempts") { $0.idleTimeout = .seconds(1) },
        limited("/delay/3", "timedOut") { $0.deadline = .seconds(1) },
        limited("/drip?numbytes=8&duration=4", "success") { $0.idleTimeout = .seconds(2) },
        limited("/drip?numbytes=2&duration=6", "timedOut after 3 attempts") { $0.idleTimeout = .seconds(1) },
        limited("/drip?numbytes=40&duration=4", "timedOut") { $0.deadline = .seconds(1) },
        limited("/bytes/90000", "invalid") { $0.maximumBodySize = 10_000 },
        limited("/stream-bytes/90000", "invalid") { $0.maximumBodySize = 10_000 },
      ]
    }

    func result(at url: URL, over transport: any HTTPTransport) async -> String {
      let attempts = Mutex(0)
      let client = HTTPAPIClient(
        baseURL: url, transport: transport, configuration: configuration,
        onEvent: { event in if event.kind == .sending { attempts.withLock { $0 += 1 } } })
      let result = await result(of: client)
      let count = attempts.withLock { $0 }
      return count == 1 ? result : "\(result) after \(count) attempts"
    }

    private func result(of client: HTTPAPIClient) async -> String {
      let components = URLComponents(string: path)
      let token = APIAuthorization.bearer(AccessToken("token-1"))
      let (path, query) = (components?.path ?? "", components?.queryItems ?? [])
      do throws(APIError) {
        if isJSON {
          _ = try await client.send(APIRequest<JSONObject>(.get, path, query: query, authorization: token))
        } else {
          _ = try await client.send(APIRequest<EmptyResponse>(.get, path, query: query, authorization: token))
        }
        return "success"
      } catch {
        switch error {
        case .requestFailed(let failure): return "\(failure)"
        case .invalidResponse(let response): return "\(response.statusCode)"
        case .decodingFailed: return "invalid"
        case .cancelled: return "cancelled"
        }
      }
    }
  }

  /// Any JSON object.
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
