import Core
import Synchronization

/// Creates the use cases and clients of one explored Store, whose calls wait until the schedule answers them.
public final class ControlledDependencies: Sendable {
  /// The answers that a pending call can get, by number.
  struct Answers: Sendable {
    let count: Int
    let label: @Sendable (Int) -> String
    /// The answer when the schedule is over, so that no task waits forever.
    let whenOver: Int?
  }

  /// The number of the failure for cancelled calls.
  private static let cancelled = -1
  /// How many calls are answered after the end of the schedule.
  ///
  /// A task that continues to call is then left suspended, because it would keep the main actor forever.
  private static let maximumStrayCalls = 100

  let queue = CallQueue<Answers, Int>("dependencies")
  let findings: Inconclusive
  private let isOver = Atomic(false)
  private let strayCalls = Atomic(0)

  init(_ findings: Inconclusive) {
    self.findings = findings
  }

  /// Creates a use case whose calls wait; `answers` are those that a call with these parameters can get.
  ///
  /// A pending call throws `whenCancelled` when its task is cancelled. With `nil`, a cancelled call stays pending, as in
  /// a use case that ignores cancellation.
  public func useCase<Parameters: Sendable, Success: Sendable, Failure: Error>(
    _ name: String, whenCancelled: Failure? = nil,
    answers: @escaping @Sendable (Parameters) -> [HeldAnswer<Success, Failure>]
  ) -> AnyUseCase<Parameters, Success, Failure> {
    AnyUseCase { (parameters: Parameters) async throws(Failure) -> Success in
      let answers = answers(parameters)
      let index = await self.wait(name, answers.count, isCancellable: whenCancelled != nil) { answers[$0].label }
      if index == Self.cancelled, let whenCancelled { throw whenCancelled }
      return try answers[index].get()
    }
  }

  /// Creates a client whose calls wait, named such as `POST /v1/login`, before they are forwarded to `client`.
  ///
  /// A pending call whose task is cancelled throws ``/Core/APIError/cancelled``.
  public func client(
    _ client: any APIClient, answers: @escaping @Sendable (_ name: String) -> [HeldResponse]
  ) -> some APIClient {
    ControlledAPIClient(client: client, dependencies: self, answers: answers)
  }

  fileprivate func failure(_ name: String, _ answers: [HeldResponse]) async -> APIError? {
    let index = await wait(name, answers.count, isCancellable: true) { answers[$0].label }
    return index == Self.cancelled ? .cancelled : answers[index].failure
  }

  private func wait(
    _ name: String, _ count: Int, isCancellable: Bool, isolation: isolated (any Actor)? = #isolation,
    label: @escaping @Sendable (Int) -> String
  ) async -> Int {
    let whenCancelled = isCancellable ? Self.cancelled : nil
    let whenOver = whenCancelled ?? (count > 0 ? 0 : nil)
    let reason = reasonAgainst(name, isOnMainActor: isolation === MainActor.shared)
    if let reason { findings.add(reason) }
    if let whenOver, reason != nil || isOver.load(ordering: .acquiring) {
      guard strayCalls.add(1, ordering: .relaxed).newValue <= Self.maximumStrayCalls else {
        return await withUnsafeContinuation { (_: UnsafeContinuation<Int, Never>) in }
      }
      return whenOver
    }
    return await queue.wait(
      name, Answers(count: count, label: label, whenOver: whenOver), whenCancelled: whenCancelled)
  }

  /// Why the explorer cannot follow a call, as far as the call can tell.
  private func reasonAgainst(_ name: String, isOnMainActor: Bool) -> String? {
    guard let action = ActionProgress.current else { return "“\(name)” is called by no action" }
    guard !action.hasReturned else { return "“\(action.name)” has returned before its call “\(name)”" }
    return isOnMainActor || StepExecutor.shared.isRunningStep ? nil : "“\(name)” is called off the main actor"
  }

  /// Answers every pending and future call, so that every task ends.
  func end() {
    isOver.store(true, ordering: .releasing)
    for call in queue.takeAll() {
      if let whenOver = call.details.whenOver { call.resume(returning: whenOver) }
    }
  }
}

/// The first reason why an exploration claims nothing.
final class Inconclusive: Sendable {
  private let first = Mutex<String?>(nil)

  var reason: String? { first.withLock { $0 } }

  func add(_ reason: String) {
    first.withLock { $0 = $0 ?? reason }
  }
}

/// A labeled answer that a call of a use case can get.
///
/// Schedules show the label; it must not contain a secret.
public struct HeldAnswer<Success: Sendable, Failure: Error>: Sendable {
  let label: String
  let get: @Sendable () throws(Failure) -> Success

  /// An answer that returns a value.
  public static func success(_ label: String, _ success: Success) -> HeldAnswer {
    HeldAnswer(label: label) { () throws(Failure) -> Success in success }
  }

  /// An answer that throws an error.
  public static func failure(_ label: String, _ failure: Failure) -> HeldAnswer {
    HeldAnswer(label: label) { () throws(Failure) -> Success in throw failure }
  }
}

extension HeldAnswer where Success == Void {
  /// An answer that returns nothing.
  public static func success(_ label: String) -> HeldAnswer {
    success(label, ())
  }
}

/// A labeled answer that a call of a client can get.
///
/// Schedules show the label; it must not contain a secret.
public struct HeldResponse: Sendable {
  let label: String
  let failure: APIError?

  /// The response of the client behind, at the time of the answer.
  public static func released(_ label: String = "released") -> HeldResponse {
    HeldResponse(label: label, failure: nil)
  }

  /// An error; the request is never forwarded.
  public static func failed(_ label: String, _ error: APIError) -> HeldResponse {
    HeldResponse(label: label, failure: error)
  }
}

private struct ControlledAPIClient: APIClient {
  let client: any APIClient
  let dependencies: ControlledDependencies
  let answers: @Sendable (String) -> [HeldResponse]

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    let name = "\(request.method.rawValue) \(request.path)"
    if let failure = await dependencies.failure(name, answers(name)) { throw failure }
    return try await client.send(request)
  }
}
