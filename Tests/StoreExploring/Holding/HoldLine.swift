import Synchronization

/// The calls that wait at one hold, the oldest first.
final class HoldLine<Details: Sendable, Answer: Sendable>: Sendable {
  struct Call: Sendable {
    let number: Int
    let name: String
    let details: Details
    let progress: ActionProgress?
    let continuation: CheckedContinuation<Answer, Never>

    func resume(returning answer: Answer) {
      progress?.isAnswered(number)
      continuation.resume(returning: answer)
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

  /// Waits for the answer, or for the end of the task where there is an answer to that.
  ///
  /// The isolation is named so that the closure below has it too: otherwise the call would leave its caller's actor
  /// before it stands here.
  func wait(
    _ name: String, _ details: Details, whenCancelled: Answer?, isolation: isolated (any Actor)? = #isolation
  ) async -> Answer {
    let number = CallNumber.next()
    guard let whenCancelled else { return await stand(number, name, details, whenCancelled: nil) }
    return await withTaskCancellationHandler {
      _ = isolation
      return await stand(number, name, details, whenCancelled: whenCancelled)
    } onCancel: {
      cancel(number)?.resume(returning: whenCancelled)
    }
  }

  /// Takes every call out of the line.
  func takeAll() -> [Call] {
    state.withLock { state in
      defer { state.calls = [] }
      return state.calls
    }
  }

  /// Takes a call out of the line, so that it is answered once.
  func take(_ index: Int) throws(HoldError) -> Call {
    let taken = state.withLock { state -> Result<Call, HoldError> in
      guard state.calls.indices.contains(index) else {
        return .failure(HoldError(hold: name, index: index, pending: state.calls.map(\.name)))
      }
      return .success(state.calls.remove(at: index))
    }
    return try taken.get()
  }

  private func stand(_ number: Int, _ name: String, _ details: Details, whenCancelled: Answer?) async -> Answer {
    let progress = ActionProgress.current
    let answer = await withCheckedContinuation { continuation in
      let call = Call(
        number: number, name: name, details: details, progress: progress, continuation: continuation)
      let isCancelled = state.withLock { state in
        guard state.cancelled.remove(number) == nil else { return true }
        // Before anybody can answer the call.
        progress?.stands(at: name, number)
        state.calls.append(call)
        return false
      }
      if isCancelled, let whenCancelled { continuation.resume(returning: whenCancelled) }
    }
    progress?.goesOn(number)
    return answer
  }

  private func cancel(_ number: Int) -> Call? {
    state.withLock { state in
      guard let index = state.calls.firstIndex(where: { $0.number == number }) else {
        state.cancelled.insert(number)
        return nil
      }
      return state.calls.remove(at: index)
    }
  }
}

/// Numbers for calls, so that an action can tell its calls apart.
enum CallNumber {
  private static let last = Atomic(0)

  static func next() -> Int {
    last.add(1, ordering: .relaxed).newValue
  }
}
