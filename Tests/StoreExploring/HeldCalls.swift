import Synchronization

/// A function whose calls wait until the test answers them.
///
/// ```swift
/// let load = HoldingCall<Int, String, any Error>("load")
/// let model = ListModel(load: { try await load.execute($0) })
/// let action = StartedAction("load") { await model.load() }
/// // Here model.isLoading is true.
/// try load.succeed(with: "one")
/// try await action.finish()
/// ```
public final class HoldingCall<Parameters: Sendable, Success: Sendable, Failure: Error>: Sendable {
  private let queue: CallQueue<Parameters, Result<Success, Failure>>
  private let failureWhenCancelled: Failure?
  private let label: (@Sendable (Parameters) -> String)?

  /// Creates a function whose pending calls throw `whenCancelled` when their task is cancelled.
  ///
  /// With `nil`, a cancelled call stays pending, as in one that ignores cancellation. `label` names a call in failure
  /// messages; the default is `name`.
  public init(
    _ name: String, whenCancelled: Failure? = nil, label: (@Sendable (Parameters) -> String)? = nil
  ) {
    queue = CallQueue(name)
    failureWhenCancelled = whenCancelled
    self.label = label
  }

  /// The parameters of the pending calls, the oldest first.
  public var calls: [Parameters] { queue.calls.map { $0.details } }

  /// Waits for the answer of the test.
  public func execute(_ parameters: Parameters) async throws(Failure) -> Success {
    let result = await queue.wait(
      label?(parameters) ?? queue.name, parameters, whenCancelled: failureWhenCancelled.map { .failure($0) })
    return try result.get()
  }

  /// Answers a pending call, numbered from 0, the oldest, with a value.
  public func succeed(with success: Success, call index: Int = 0) throws(HoldError) {
    try answer(.success(success), call: index)
  }

  /// Answers a pending call, numbered from 0, the oldest, with an error.
  public func fail(with failure: Failure, call index: Int = 0) throws(HoldError) {
    try answer(.failure(failure), call: index)
  }

  /// Answers a pending call, numbered from 0, the oldest; a test need not know which parameters it has.
  public func answer(_ result: Result<Success, Failure>, call index: Int = 0) throws(HoldError) {
    try queue.take(index).resume(returning: result)
  }
}

extension HoldingCall where Success == Void {
  /// Answers a pending call, numbered from 0, the oldest, with success.
  public func succeed(call index: Int = 0) throws(HoldError) {
    try succeed(with: (), call: index)
  }
}

/// An answer to a call that is not pending.
public struct HoldError: Error, Equatable, CustomStringConvertible {
  /// The name of the held function or client.
  public let hold: String
  /// The number of the call that was answered, from 0, the oldest.
  public let index: Int
  /// The names of the pending calls, the oldest first.
  public let pending: [String]

  package init(hold: String, index: Int, pending: [String]) {
    (self.hold, self.index, self.pending) = (hold, index, pending)
  }

  /// The missing call, and the pending ones.
  public var description: String {
    let calls = pending.isEmpty ? "no call is pending" : "pending: \(pending.joined(separator: ", "))"
    return "“\(hold)” has no pending call \(index); \(calls)."
  }
}

/// The pending calls of one function, the oldest first.
final class CallQueue<Details: Sendable, Answer: Sendable>: Sendable {
  struct Call: Sendable {
    let number: Int
    let name: String
    let details: Details
    let progress: ActionProgress?
    let waiter: Waiter

    func resume(returning answer: Answer) {
      progress?.didAnswer(number)
      switch waiter {
      case .call(let continuation): continuation.resume(returning: answer)
      case .sleep(let job, _, let sandbox):
        progress?.didResume(number)
        sandbox.wake(job)
      }
    }
  }

  /// What goes on when a call is answered.
  enum Waiter: Sendable {
    /// Unsafe, because taking a call out of the queue ensures that it is resumed once, and checks cost time in every
    /// explored schedule.
    case call(UnsafeContinuation<Answer, Never>)
    /// The job that wakes a sleeping task.
    case sleep(UnownedJob, SleepingTask, Sandbox)

    var isSleep: Bool {
      if case .sleep = self { true } else { false }
    }
  }

  private struct State {
    var calls: [Call] = []
    var cancelled: Set<Int> = []
  }

  let name: String
  private let state = Mutex(State())

  init(_ name: String) {
    self.name = name
  }

  var calls: [Call] { state.withLock { $0.calls } }

  /// Waits for an answer, or for the cancellation of the task if there is an answer to that.
  ///
  /// The isolation is a parameter so that the closure below has it too: otherwise the call would leave its caller's actor
  /// before it is pending.
  func wait(
    _ name: String, _ details: Details, whenCancelled: Answer?, isolation: isolated (any Actor)? = #isolation
  ) async -> Answer {
    let number = CallNumber.next()
    guard let whenCancelled else { return await suspend(number, name, details, whenCancelled: nil) }
    return await withTaskCancellationHandler {
      _ = isolation
      return await suspend(number, name, details, whenCancelled: whenCancelled)
    } onCancel: {
      cancel(number)?.resume(returning: whenCancelled)
    }
  }

  func takeAll() -> [Call] {
    state.withLock { state in
      defer { state.calls = [] }
      return state.calls
    }
  }

  func take(_ index: Int) throws(HoldError) -> Call {
    let taken = state.withLock { state -> Result<Call, HoldError> in
      guard state.calls.indices.contains(index) else {
        return .failure(HoldError(hold: name, index: index, pending: state.calls.map(\.name)))
      }
      return .success(state.calls.remove(at: index))
    }
    return try taken.get()
  }

  private func suspend(_ number: Int, _ name: String, _ details: Details, whenCancelled: Answer?) async -> Answer {
    let progress = ActionProgress.current
    let answer = await withUnsafeContinuation { continuation in
      let isCancelled = state.withLock { state in
        guard state.cancelled.isEmpty || state.cancelled.remove(number) == nil else { return true }
        // Before the call can be answered.
        progress?.didSuspend(at: name, number)
        state.calls.append(
          Call(number: number, name: name, details: details, progress: progress, waiter: .call(continuation)))
        return false
      }
      if isCancelled, let whenCancelled { continuation.resume(returning: whenCancelled) }
    }
    progress?.didResume(number)
    return answer
  }

  /// Adds a sleep that is already suspended.
  func add(_ name: String, _ details: Details, _ waiter: Waiter) {
    let (number, progress) = (CallNumber.next(), ActionProgress.current)
    progress?.didSuspend(at: name, number)
    state.withLock {
      $0.calls.append(Call(number: number, name: name, details: details, progress: progress, waiter: waiter))
    }
  }

  /// Takes the calls whose sleeping tasks are cancelled, each with the job that was to wake it.
  func takeCancelledSleeps() -> [(call: Call, job: UnownedJob)] {
    state.withLock { state in
      var sleeps: [(call: Call, job: UnownedJob)] = []
      guard state.calls.contains(where: { $0.waiter.isSleep }) else { return sleeps }
      state.calls.removeAll { call in
        guard case .sleep(let job, let task, _) = call.waiter, task.isCancelled else { return false }
        call.progress?.didAnswer(call.number)
        call.progress?.didResume(call.number)
        sleeps.append((call, job))
        return true
      }
      return sleeps
    }
  }

  /// Takes the pending call of a number.
  func take(number: Int) -> Call? {
    state.withLock { Self.remove(number, from: &$0) }
  }

  private func cancel(_ number: Int) -> Call? {
    state.withLock { state in
      let call = Self.remove(number, from: &state)
      if call == nil { state.cancelled.insert(number) }
      return call
    }
  }

  private static func remove(_ number: Int, from state: inout State) -> Call? {
    state.calls.firstIndex { $0.number == number }.map { state.calls.remove(at: $0) }
  }
}

private enum CallNumber {
  private static let last = Atomic(0)

  static func next() -> Int {
    last.add(1, ordering: .relaxed).newValue
  }
}
