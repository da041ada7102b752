import Synchronization

/// One exchange with a server, which ends when the server is silent for too long, when the time of the call is up, or
/// when too much arrives.
final class WatchedTransfer: Sendable {
  typealias Ending = Result<HTTPResponse, HTTPTransportError>

  private struct State {
    var lastArrival: Duration
    var size = 0
    var task: Task<Ending, Never>?
    /// Why it was stopped before its end.
    var verdict: HTTPTransportError?
  }

  private let watch: TransferWatch
  private let policy: HTTPClientConfiguration
  private let deadline: Duration
  private let state: Mutex<State>

  /// - Parameter began: When the call began, of which this may not be the first transfer.
  init(_ watch: TransferWatch, _ policy: HTTPClientConfiguration, began: Duration) {
    self.watch = watch
    self.policy = policy
    deadline = began + policy.deadline
    state = Mutex(State(lastArrival: watch.elapsed))
  }

  /// When the server has been silent for too long or the call's time is up, if nothing more arrives.
  var end: Duration { min(state.withLock { $0.lastArrival } + policy.idleTimeout, deadline) }

  /// Sends a request; whatever the end, nothing of the transfer is left running.
  func send(_ request: HTTPTransportRequest, over transport: any HTTPTransport) async -> Ending {
    guard !Task.isCancelled else { return .failure(.cancelled) }
    guard end > watch.elapsed else { return .failure(.failed(.timedOut)) }
    // A task of its own, which can be stopped where the caller's is not.
    let task = Task { () async -> Ending in
      do throws(HTTPTransportError) {
        return .success(try await transport.send(request) { self.receive($0) })
      } catch {
        return .failure(error)
      }
    }
    begin(task)
    watch.add(self)
    defer { watch.remove(self) }
    let ending = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    if let verdict = state.withLock({ $0.verdict }) { return .failure(verdict) }
    guard case .success(let answer) = ending, answer.body.count > policy.maximumBodySize else { return ending }
    return .failure(tooLarge)
  }

  /// Stops it because its time is up.
  func timeOut() {
    stop(.failed(.timedOut))
  }

  private func receive(_ count: Int) {
    let now = watch.elapsed
    let size = state.withLock { state in
      state.lastArrival = now
      state.size += count
      return state.size
    }
    if size > policy.maximumBodySize { stop(tooLarge) }
  }

  /// Takes the task, and stops it where too much has arrived before it was here.
  private func begin(_ task: Task<Ending, Never>) {
    let isStopped = state.withLock { state in
      state.task = task
      return state.verdict != nil
    }
    if isStopped { task.cancel() }
  }

  private func stop(_ verdict: HTTPTransportError) {
    let task = state.withLock { state in
      state.verdict = state.verdict ?? verdict
      return state.task
    }
    task?.cancel()
  }

  private var tooLarge: HTTPTransportError {
    .invalidAnswer(reason: "The answer is larger than \(policy.maximumBodySize) bytes.")
  }
}
