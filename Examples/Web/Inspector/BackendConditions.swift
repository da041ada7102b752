#if Network
  import Core
  import Synchronization

  /// How the backend of a session responds.
  enum BackendCondition: String, Sendable, CaseIterable {
    case normal, slow, offline, failing, wrong

    /// The kind of fault in a script; `nil` for a response as usual.
    var kind: String? {
      switch self {
      case .normal, .slow: nil
      case .offline: "offline"
      case .failing: "503"
      case .wrong: "malformed"
      }
    }
  }

  /// The condition of a session’s backend, if it is a fake one of its own, and the requests that it made fail.
  final class BackendConditions: Sendable {
    /// The requests without a response.
    let calls = OpenCalls()
    private let delay: Duration
    private let ownBackend = Mutex<FakeBackend?>(nil)
    private let state = Mutex((condition: BackendCondition.normal, faults: [[String]]()))

    /// Creates normal conditions; a slow response takes `delay`.
    init(delay: Duration) {
      self.delay = delay
    }

    /// The fake backend of the session; `nil` for a server that serves others too.
    var backend: FakeBackend? { ownBackend.withLock { $0 } }

    /// Returns a client of the session’s server whose calls are seen.
    func observe(_ client: any APIClient) -> any APIClient {
      ownBackend.withLock { $0 = (client as? FakeAPIClient)?.backend }
      return ObservedClient(client: client, calls: calls)
    }

    var current: BackendCondition {
      get { state.withLock { $0.condition } }
      set { state.withLock { $0.condition = newValue } }
    }

    /// The hook of the backend.
    var hook: FakeBackend.Hook {
      { [self] request in
        let condition = current
        if condition == .slow { try? await Task.sleep(for: delay) }
        guard let kind = condition.kind, let outcome = FakeOutcome(kind: kind) else { return .answer }
        state.withLock { $0.faults.append([request.method.rawValue, request.path, kind]) }
        return outcome
      }
    }

    /// Returns the arguments of `fail` for the requests that failed since the last call.
    func takeFaults() -> [[String]] {
      state.withLock { state in
        defer { state.faults = [] }
        return state.faults
      }
    }
  }

  /// The requests that wait for a response.
  final class OpenCalls: Sendable {
    private let state = Mutex((names: [Int: String](), last: 0, onChange: { @Sendable () -> Void in }))

    /// The method and the path of each, the oldest first.
    var names: [String] { state.withLock { $0.names.sorted { $0.key < $1.key }.map(\.value) } }

    /// Calls `onChange` whenever a request begins or ends.
    func onChange(_ onChange: @escaping @Sendable () -> Void) {
      state.withLock { $0.onChange = onChange }
    }

    fileprivate func begin(_ name: String) -> Int {
      let (number, onChange) = state.withLock { state in
        state.last += 1
        state.names[state.last] = name
        return (state.last, state.onChange)
      }
      onChange()
      return number
    }

    fileprivate func end(_ number: Int) {
      let onChange = state.withLock { state in
        state.names[number] = nil
        return state.onChange
      }
      onChange()
    }
  }

  /// A client whose requests are among the open ones until they have a response.
  struct ObservedClient: APIClient {
    let client: any APIClient
    let calls: OpenCalls

    func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
      let number = calls.begin("\(request.method.rawValue) \(request.path)")
      defer { calls.end(number) }
      return try await client.send(request)
    }
  }
#endif
