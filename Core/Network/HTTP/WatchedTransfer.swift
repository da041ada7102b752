import Synchronization

/// One exchange with a server, which ends when the server is silent for too long, when the time of the call is up, or
/// when too much arrives.
struct WatchedTransfer: Sendable {
  let transport: any HTTPTransport
  let policy: HTTPPolicy
  /// Counts from the beginning of the call.
  let stopwatch: Stopwatch

  private typealias Ending = Result<HTTPResponse, HTTPTransportError>

  /// Sends a request; whatever the end, nothing of the transfer is left running.
  func send(_ request: HTTPTransportRequest) async -> Result<HTTPResponse, HTTPTransportError> {
    guard !Task.isCancelled else { return .failure(.cancelled) }
    let (overflows, overflow) = AsyncStream.makeStream(of: Void.self)
    let arrivals = Arrivals(since: stopwatch)
    let limit = policy.maximumBodySize
    return await withTaskGroup(of: Ending?.self) { group in
      group.addTask {
        await Self.ending(of: request, over: transport) { count in
          if arrivals.add(count) > limit { overflow.yield() }
        }
      }
      group.addTask { await silence(after: arrivals) }
      group.addTask {
        for await _ in overflows { return .failure(.invalidAnswer(reason: tooLarge)) }
        return nil
      }
      defer { group.cancelAll() }
      for await case let ending? in group {
        guard case .success(let answer) = ending, answer.body.count > limit else { return ending }
        return .failure(.invalidAnswer(reason: tooLarge))
      }
      return .failure(.cancelled)
    }
  }

  private var tooLarge: String { "The answer is larger than \(policy.maximumBodySize) bytes." }

  private static func ending(
    of request: HTTPTransportRequest, over transport: any HTTPTransport, progress: @escaping @Sendable (Int) -> Void
  ) async -> Ending {
    do throws(HTTPTransportError) {
      return .success(try await transport.send(request, progress: progress))
    } catch {
      return .failure(error)
    }
  }

  /// Returns when the server has been silent for too long or the call's time is up, or `nil` when it is no longer of
  /// interest.
  private func silence(after arrivals: Arrivals) async -> Ending? {
    while true {
      let elapsed = stopwatch.elapsed()
      let end = min(arrivals.last + policy.idleTimeout, policy.deadline)
      guard elapsed < end else { return .failure(.failed(.timedOut)) }
      do {
        try await policy.clock.sleep(for: end - elapsed)
      } catch {
        return nil
      }
    }
  }
}

/// When something arrived last, and how much has arrived.
private final class Arrivals: Sendable {
  private let stopwatch: Stopwatch
  private let state: Mutex<(last: Duration, size: Int)>

  init(since stopwatch: Stopwatch) {
    self.stopwatch = stopwatch
    state = Mutex((last: stopwatch.elapsed(), size: 0))
  }

  var last: Duration { state.withLock { $0.last } }

  func add(_ count: Int) -> Int {
    let now = stopwatch.elapsed()
    return state.withLock { state in
      state.last = now
      state.size += count
      return state.size
    }
  }
}
