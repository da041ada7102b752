#if Network
  import Core
  import Foundation
  import HTTPTypes

  /// The routes that tell the backend to fail.
  ///
  /// `POST /control/faults` takes a ``FaultRequest``, `DELETE /control/sessions` ends every session; both answer 204.
  struct FakeControl {
    private let backend: FakeBackend

    init(_ backend: FakeBackend) {
      self.backend = backend
    }

    func answer(_ method: HTTPTypes.HTTPRequest.Method, _ path: String, _ body: Data) -> Core.HTTPResponse {
      switch (method, path) {
      case (.post, "/control/faults"):
        guard let fault = try? JSONCoding.decode(FaultRequest.self, from: body), fault.apply(to: backend) else {
          return .problem(
            422, "invalid_fault",
            "A fault has a method, a path, a kind (offline, timeout, malformed or a status) and times, 1 or more.")
        }
      case (.delete, "/control/sessions"):
        backend.endSessions()
      case (_, "/control/faults"):
        return .unroutable(method, path, allowed: [.post])
      case (_, "/control/sessions"):
        return .unroutable(method, path, allowed: [.delete])
      default:
        return .unroutable(method, path, allowed: [])
      }
      return Core.HTTPResponse(status: 204)
    }
  }

  /// The body of `POST /control/faults`: which requests are to fail, how, and how many of them.
  public struct FaultRequest: Codable, Sendable, Equatable {
    /// The verb of the requests.
    public let method: String
    /// The path of the requests, without a query.
    public let path: String
    /// How they fail: `offline`, `timeout`, `malformed`, or a status code.
    public let kind: String
    /// How many of them fail, one where it is missing.
    public let times: Int?

    /// Makes the body.
    ///
    /// - Parameters:
    ///   - method: The verb of the requests.
    ///   - path: The path of the requests, without a query.
    ///   - kind: How they fail: `offline`, `timeout`, `malformed`, or a status code.
    ///   - times: How many of them fail.
    public init(method: String, path: String, kind: String, times: Int? = nil) {
      self.method = method
      self.path = path
      self.kind = kind
      self.times = times
    }

    /// Tells a backend to fail.
    ///
    /// - Parameter backend: The backend.
    /// - Returns: Whether the fault makes sense.
    public func apply(to backend: FakeBackend) -> Bool {
      guard
        let method = Core.HTTPMethod(rawValue: method.uppercased()), let outcome = FakeOutcome(kind: kind),
        path.hasPrefix("/"), (1...1_000_000).contains(times ?? 1)
      else { return false }
      backend.fail(method, path, with: outcome, times: times ?? 1)
      return true
    }
  }
#endif
