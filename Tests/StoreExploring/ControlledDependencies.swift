import Core
import Synchronization

/// Creates the use cases and clients of one explored Store, whose calls wait until the schedule answers them.
public final class ControlledDependencies: Sendable {
  /// The answers that a pending call can get, by number.
  struct Answers: Sendable {
    let count: Int
    let label: @Sendable (Int) -> String
    /// The numbers of those that the server gives even if the process of the caller is killed before.
    let served: [Int]
    /// The answer when the schedule is over, so that no task waits forever.
    let whenOver: Int?
    var sleep: ControlledSleep?
  }

  /// The number of the failure for cancelled calls.
  private static let cancelled = -1
  /// How many calls are answered after the end of the schedule.
  ///
  /// A task that continues to call is then left suspended, because it would keep the main actor forever.
  private static let maximumStrayCalls = 100

  let queue = CallQueue<Answers, Int>("dependencies")
  let time = ControlledTime()
  let findings: Inconclusive
  /// The process that is launched again with them, where there are several; `nil` at the first launch.
  public let process: String?
  private let isOver = Atomic(false)
  private let strayCalls = Atomic(0)

  init(_ findings: Inconclusive, process: String? = nil) {
    self.findings = findings
    self.process = process
  }

  /// Creates a use case whose calls wait; `answers` are those that a call with these parameters can get.
  ///
  /// A pending call throws `whenCancelled` when its task is cancelled. With `nil`, a cancelled call stays pending, as in
  /// a use case that ignores cancellation.
  ///
  /// With `whenLost`, a call is a request to a server, in two steps: the server answers, then its answer arrives. Either
  /// can be lost, and the call throws `whenLost`; what is killed or cancelled between the two is done at the server.
  ///
  /// With `outlivesCaller`, a request whose process was killed before the server got it can still get there, until the
  /// process is killed again: the server does what is ``HeldAnswer/served(_:_:)``, and the answer goes nowhere.
  public func useCase<Parameters: Sendable, Success: Sendable, Failure: Error>(
    _ name: String, whenCancelled: Failure? = nil, whenLost: Failure? = nil, outlivesCaller: Bool = false,
    answers: @escaping @Sendable (Parameters) -> [HeldAnswer<Success, Failure>]
  ) -> AnyUseCase<Parameters, Success, Failure> {
    AnyUseCase { (parameters: Parameters) async throws(Failure) -> Success in
      let answers = answers(parameters)
      let count = answers.count + (whenLost == nil ? 0 : 1)
      let travels = outlivesCaller && whenLost != nil
      let served = travels ? answers.indices.filter { answers[$0].isServed } : []
      let index = await self.wait(name, count, isCancellable: whenCancelled != nil, served: served) { index in
        index < answers.count ? answers[index].label : Self.lost
      }
      if index == nil, let whenCancelled { throw whenCancelled }
      let number = index ?? 0
      guard let whenLost else { return try answers[number].get() }
      guard number < answers.count else { throw whenLost }
      let answer: Result<Success, Failure>
      do throws(Failure) { answer = .success(try answers[number].get()) } catch { answer = .failure(error) }
      switch await self.waitForArrival(of: name, isCancellable: whenCancelled != nil) {
      case .arrives: return try answer.get()
      case .lost: throw whenLost
      case .cancelled: throw whenCancelled ?? whenLost
      }
    }
  }

  /// Creates a client whose calls wait, named such as `POST /v1/login`, before they are forwarded to `client`.
  ///
  /// A pending call whose task is cancelled throws ``/Core/APIError/cancelled``. With `whenLost`, the response of a
  /// released call arrives in a step of its own, or is lost. With `outlivesCaller`, a request whose process was killed
  /// can still be released, until the process is killed again.
  public func client(
    _ client: any APIClient, whenLost: APIError? = nil, outlivesCaller: Bool = false,
    answers: @escaping @Sendable (_ name: String) -> [HeldResponse]
  ) -> some APIClient {
    ControlledAPIClient(
      client: client, dependencies: self, whenLost: whenLost, outlivesCaller: outlivesCaller, answers: answers)
  }

  fileprivate enum Arrival {
    case arrives, lost, cancelled
  }

  private static let lost = "lost"

  fileprivate func waitForArrival(of name: String, isCancellable: Bool) async -> Arrival {
    let index = await wait("answer to \(name)", 2, isCancellable: isCancellable) { $0 == 0 ? "arrives" : Self.lost }
    return index.map { $0 == 0 ? .arrives : .lost } ?? .cancelled
  }

  fileprivate func failure(_ name: String, _ answers: [HeldResponse], outlivesCaller: Bool) async -> APIError? {
    let served = outlivesCaller ? answers.indices.filter { answers[$0].failure == nil } : []
    let index = await wait(name, answers.count, isCancellable: true, served: served) { answers[$0].label }
    return index.map { answers[$0].failure } ?? .cancelled
  }

  /// Waits for the schedule, and returns the number of the answer; `nil` means that the task was cancelled.
  func wait(
    _ name: String, _ count: Int, isCancellable: Bool, served: [Int] = [], sleep: ControlledSleep? = nil,
    isolation: isolated (any Actor)? = #isolation, label: @escaping @Sendable (Int) -> String
  ) async -> Int? {
    let whenCancelled = isCancellable ? Self.cancelled : nil
    let whenOver = whenCancelled ?? (count > 0 ? 0 : nil)
    let reason = reasonAgainst(name, isOnMainActor: isolation === MainActor.shared)
    if let reason { findings.add(reason) }
    if let whenOver, reason != nil || isOver.load(ordering: .acquiring) {
      guard strayCalls.add(1, ordering: .relaxed).newValue <= Self.maximumStrayCalls else {
        return await withUnsafeContinuation { (_: UnsafeContinuation<Int?, Never>) in }
      }
      return whenOver == Self.cancelled ? nil : whenOver
    }
    let answer = await queue.wait(
      name, Answers(count: count, label: label, served: served, whenOver: whenOver, sleep: sleep),
      whenCancelled: whenCancelled)
    return answer == Self.cancelled ? nil : answer
  }

  /// Why the explorer cannot follow a call, as far as the call can tell.
  private func reasonAgainst(_ name: String, isOnMainActor: Bool) -> String? {
    if Sandbox.current != nil { return nil }
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
  var isServed = false
  let get: @Sendable () throws(Failure) -> Success

  /// An answer that returns a value.
  public static func success(_ label: String, _ success: Success) -> HeldAnswer {
    HeldAnswer(label: label) { () throws(Failure) -> Success in success }
  }

  /// An answer that a server computes when it gets the call, such as one that changes what the server keeps.
  public static func served(
    _ label: String, _ answer: @escaping @Sendable () throws(Failure) -> Success
  ) -> HeldAnswer {
    HeldAnswer(label: label, isServed: true, get: answer)
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
  let whenLost: APIError?
  let outlivesCaller: Bool
  let answers: @Sendable (String) -> [HeldResponse]

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    let name = "\(request.method.rawValue) \(request.path)"
    let failure = await dependencies.failure(name, answers(name), outlivesCaller: outlivesCaller && whenLost != nil)
    if let failure { throw failure }
    guard let whenLost else { return try await client.send(request) }
    let response: Result<Response, APIError>
    do throws(APIError) {
      response = .success(try await client.send(request))
    } catch {
      response = .failure(error)
    }
    switch await dependencies.waitForArrival(of: name, isCancellable: true) {
    case .arrives: return try response.get()
    case .lost: throw whenLost
    case .cancelled: throw .cancelled
    }
  }
}
