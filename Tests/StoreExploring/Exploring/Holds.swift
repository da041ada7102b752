import Core
import Synchronization

/// Makes the use cases and clients of one explored Store, whose calls wait until the schedule answers them.
public final class ControlledDependencies: Sendable {
  /// What is known of a waiting call besides its name.
  struct Details: Sendable {
    let labels: [String]
    /// The answer when the schedule is over, so that no task waits for ever.
    let whenOver: Int?
  }

  /// The answer that means the failure for cancelled calls.
  private static let cancelled = -1

  let line = HoldLine<Details, Int>("holds")
  /// How many calls are answered that belong to no schedule any more.
  ///
  /// A task that goes on calling is then left where it stands, because it would keep the main actor for ever.
  private static let patience = 100

  private let isOver = Atomic(false)
  private let strayCalls = Atomic(0)
  private let doubts: Inconclusive

  init(doubts: Inconclusive) {
    self.doubts = doubts
  }

  /// Makes a use case whose calls wait.
  ///
  /// - Parameters:
  ///   - name: The name that schedules give it.
  ///   - whenCancelled: What a waiting call throws when its task is cancelled. With `nil` a cancelled call goes on
  ///     waiting for its answer, as a use case does that takes no notice of cancellation.
  ///   - answers: The answers that a call with these parameters may get.
  /// - Returns: The use case.
  public func useCase<Parameters: Sendable, Success: Sendable, Failure: Error>(
    _ name: String, whenCancelled: Failure? = nil,
    answers: @escaping @Sendable (Parameters) -> [HeldAnswer<Success, Failure>]
  ) -> AnyUseCase<Parameters, Success, Failure> {
    AnyUseCase { (parameters: Parameters) async throws(Failure) -> Success in
      let answers = answers(parameters)
      let index = await self.wait(name, answers.map { $0.label }, isCancellable: whenCancelled != nil)
      if index == Self.cancelled, let whenCancelled { throw whenCancelled }
      return try answers[index].result.get()
    }
  }

  /// Makes a client whose calls wait, by names such as `POST /v1/login`.
  ///
  /// A call whose task is cancelled while it waits throws ``/Core/APIError/cancelled``.
  ///
  /// - Parameters:
  ///   - client: The client behind, made for this one schedule.
  ///   - answers: The answers that a call of this name may get.
  /// - Returns: The client.
  public func client(
    _ client: any APIClient, answers: @escaping @Sendable (_ name: String) -> [HeldResponse]
  ) -> some APIClient {
    HeldAPIClient(client: client, holds: self, answers: answers)
  }

  fileprivate func response(_ name: String, _ answers: [HeldResponse]) async -> APIError? {
    let index = await wait(name, answers.map { $0.label }, isCancellable: true)
    return index == Self.cancelled ? .cancelled : answers[index].failure
  }

  private func wait(
    _ name: String, _ labels: [String], isCancellable: Bool, isolation: isolated (any Actor)? = #isolation
  ) async -> Int {
    let whenCancelled = isCancellable ? Self.cancelled : nil
    let whenOver = whenCancelled ?? labels.indices.first
    let doubt = doubt(about: name, isOnMainActor: isolation === MainActor.shared)
    if let doubt { doubts.raise(doubt) }
    if doubt != nil || isOver.load(ordering: .acquiring), let whenOver {
      guard strayCalls.add(1, ordering: .relaxed).newValue <= Self.patience else { return await Self.neverAnswered() }
      return whenOver
    }
    return await line.wait(name, Details(labels: labels, whenOver: whenOver), whenCancelled: whenCancelled)
  }

  private static func neverAnswered() async -> Int {
    await withUnsafeContinuation { (_: UnsafeContinuation<Int, Never>) in }
  }

  /// Says that an action did not wait for its call.
  func doubt(returned action: String, before call: String) {
    doubts.raise("“\(action)” has returned before its call “\(call)” was answered")
  }

  /// Why a call does not belong to a running action, as far as that can be seen.
  private func doubt(about name: String, isOnMainActor: Bool) -> String? {
    guard let action = ActionProgress.current else { return "“\(name)” is called by no action" }
    guard !action.hasReturned else { return "“\(action.name)” has returned before its call “\(name)”" }
    return isOnMainActor || StepExecutor.shared.isTakingStep ? nil : "“\(name)” is called away from the main actor"
  }

  /// Answers whatever waits and will wait, so that every task ends.
  func end() {
    isOver.store(true, ordering: .releasing)
    for call in line.takeAll() {
      if let whenOver = call.details.whenOver { call.resume(returning: whenOver) }
    }
  }
}

private struct HeldAPIClient: APIClient {
  let client: any APIClient
  let holds: ControlledDependencies
  let answers: @Sendable (String) -> [HeldResponse]

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    let name = "\(request.method.rawValue) \(request.path)"
    if let failure = await holds.response(name, answers(name)) { throw failure }
    return try await client.send(request)
  }
}
