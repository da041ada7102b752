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
    let (endings, end) = AsyncStream.makeStream(of: Ending.self, bufferingPolicy: .bufferingOldest(1))
    let arrivals = Arrivals(since: stopwatch)
    // A task of its own: a child would be waited for, and a sleep that is cancelled takes a while to end.
    let watch = Task {
      if let ending = await silence(after: arrivals) { end.yield(ending) }
    }
    defer { watch.cancel() }
    async let _: Void = {
      let ending = await ending(of: request) { count in
        if arrivals.add(count) > policy.maximumBodySize { end.yield(tooLarge) }
      }
      end.yield(ending)
    }()
    for await ending in endings {
      guard case .success(let answer) = ending, answer.body.count > policy.maximumBodySize else { return ending }
      return tooLarge
    }
    return .failure(.cancelled)
  }

  private var tooLarge: Ending {
    .failure(.invalidAnswer(reason: "The answer is larger than \(policy.maximumBodySize) bytes."))
  }

  private func ending(
    of request: HTTPTransportRequest, progress: @escaping @Sendable (Int) -> Void
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
