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
    /// Whether the stream for whose next element it waits has any left; `nil` where it waits for something else.
    var streamIsOpen: (@Sendable () -> Bool)?
    var parameters: [any Sendable] = []
    /// Where the call was made, if that is recorded.
    var site: CallSite?
    /// Whether its caller gets nothing but the news that it is done.
    var returnsNothing = false
    /// Whether a server of the test computes an answer.
    var isServed = false

    var labels: [String] { (0..<count).map(label) }
  }

  /// The number of the failure for cancelled calls.
  private static let cancelled = -1
  /// How many calls are answered after the end of the schedule.
  ///
  /// A task that continues to call is then left suspended, because it would keep the main actor forever.
  private static let maximumStrayCalls = 100

  let queue = CallQueue<Answers, Int>("dependencies")
  let time = ControlledTime()
  let keyValues = Mutex<ControlledKeyValues?>(nil)
  /// How many more events each bounded stream has, by its name.
  let remaining = Mutex<[String: Int]>([:])
  let findings: Inconclusive
  /// The process that is launched again with them, where there are several; `nil` at the first launch.
  public let process: String?
  /// The dependencies of the new version, where two versions of a model are compared.
  let ofNewVersion: ControlledDependencies?
  private let recordsSites: Bool
  /// What the last answer was to its caller.
  private let outcome = Mutex<AnswerOutcome?>(nil)
  private let isOver = Atomic(false)
  private let strayCalls = Atomic(0)

  init(
    _ findings: Inconclusive, process: String? = nil, isComparing: Bool = false, recordsSites: Bool = false
  ) {
    self.findings = findings
    self.process = process
    self.recordsSites = recordsSites
    ofNewVersion =
      isComparing ? ControlledDependencies(findings, process: process, recordsSites: recordsSites) : nil
  }

  /// The dependencies of the next launch of a process.
  func next(of process: String?) -> ControlledDependencies {
    ControlledDependencies(
      findings, process: process, isComparing: ofNewVersion != nil, recordsSites: recordsSites)
  }

  /// Where a call is made by the running task, if that is recorded.
  var site: CallSite? { recordsSites ? CallSite.current() : nil }

  /// Those of all versions.
  var ofEachVersion: [ControlledDependencies] { [self] + (ofNewVersion.map { [$0] } ?? []) }

  // MARK: Functions that throw any error

  /// Creates a function whose calls wait; `answers` are those that a call with these parameters can get.
  ///
  /// A pending call throws `whenCancelled` when its task is cancelled. With `nil`, a cancelled call stays pending, as in
  /// a function that ignores cancellation.
  ///
  /// With `whenLost`, a call is a request to a server, in two steps: the server answers, then its answer arrives. Either
  /// can be lost, and the call throws `whenLost`; what is killed or cancelled between the two is done at the server.
  ///
  /// With `outlivesCaller`, a request whose process was killed before the server got it can still get there, until the
  /// process is killed again: the server does what is ``HeldAnswer/served(_:_:)``, and the answer goes nowhere. What it
  /// does follows from the parameters and from what outlives the process.
  public func call<Parameter: Sendable, Success: Sendable>(
    _ name: String, whenCancelled: (any Error)? = CancellationError(), whenLost: (any Error)? = nil,
    outlivesCaller: Bool = false,
    answers: @escaping @Sendable (Parameter) -> [HeldAnswer<Success, any Error>]
  ) -> @Sendable (Parameter) async throws -> Success {
    { (parameter: Parameter) async throws -> Success in
      try await self.answer(
        name, [parameter], answers(parameter), whenCancelled: whenCancelled, whenLost: whenLost,
        outlivesCaller: outlivesCaller)
    }
  }

  /// Creates a function without parameters whose calls wait.
  public func call<Success: Sendable>(
    _ name: String, whenCancelled: (any Error)? = CancellationError(), whenLost: (any Error)? = nil,
    outlivesCaller: Bool = false,
    answers: @escaping @Sendable () -> [HeldAnswer<Success, any Error>]
  ) -> @Sendable () async throws -> Success {
    { () async throws -> Success in
      try await self.answer(
        name, [], answers(), whenCancelled: whenCancelled, whenLost: whenLost,
        outlivesCaller: outlivesCaller)
    }
  }

  /// Creates a function of two parameters whose calls wait.
  public func call<First: Sendable, Second: Sendable, Success: Sendable>(
    _ name: String, whenCancelled: (any Error)? = CancellationError(), whenLost: (any Error)? = nil,
    outlivesCaller: Bool = false,
    answers: @escaping @Sendable (First, Second) -> [HeldAnswer<Success, any Error>]
  ) -> @Sendable (First, Second) async throws -> Success {
    { (first: First, second: Second) async throws -> Success in
      try await self.answer(
        name, [first, second], answers(first, second), whenCancelled: whenCancelled, whenLost: whenLost,
        outlivesCaller: outlivesCaller)
    }
  }

  /// Creates a function of three parameters whose calls wait.
  public func call<First: Sendable, Second: Sendable, Third: Sendable, Success: Sendable>(
    _ name: String, whenCancelled: (any Error)? = CancellationError(), whenLost: (any Error)? = nil,
    outlivesCaller: Bool = false,
    answers: @escaping @Sendable (First, Second, Third) -> [HeldAnswer<Success, any Error>]
  ) -> @Sendable (First, Second, Third) async throws -> Success {
    { (first: First, second: Second, third: Third) async throws -> Success in
      try await self.answer(
        name, [first, second, third], answers(first, second, third), whenCancelled: whenCancelled, whenLost: whenLost,
        outlivesCaller: outlivesCaller)
    }
  }

  // MARK: Functions that throw an error of one type, or none

  /// Creates a function with a typed error whose calls wait.
  ///
  /// Without `whenCancelled`, a cancelled call stays pending.
  public func call<Parameter: Sendable, Success: Sendable, Failure: Error>(
    _ name: String, whenCancelled: Failure? = nil, whenLost: Failure? = nil, outlivesCaller: Bool = false,
    answers: @escaping @Sendable (Parameter) -> [HeldAnswer<Success, Failure>]
  ) -> @Sendable (Parameter) async throws(Failure) -> Success {
    { (parameter: Parameter) async throws(Failure) -> Success in
      try await self.answer(
        name, [parameter], answers(parameter), whenCancelled: whenCancelled, whenLost: whenLost,
        outlivesCaller: outlivesCaller)
    }
  }

  /// Creates a function without parameters, with a typed error, whose calls wait.
  public func call<Success: Sendable, Failure: Error>(
    _ name: String, whenCancelled: Failure? = nil, whenLost: Failure? = nil, outlivesCaller: Bool = false,
    answers: @escaping @Sendable () -> [HeldAnswer<Success, Failure>]
  ) -> @Sendable () async throws(Failure) -> Success {
    { () async throws(Failure) -> Success in
      try await self.answer(
        name, [], answers(), whenCancelled: whenCancelled, whenLost: whenLost,
        outlivesCaller: outlivesCaller)
    }
  }

  /// Creates a function of two parameters, with a typed error, whose calls wait.
  public func call<First: Sendable, Second: Sendable, Success: Sendable, Failure: Error>(
    _ name: String, whenCancelled: Failure? = nil, whenLost: Failure? = nil, outlivesCaller: Bool = false,
    answers: @escaping @Sendable (First, Second) -> [HeldAnswer<Success, Failure>]
  ) -> @Sendable (First, Second) async throws(Failure) -> Success {
    { (first: First, second: Second) async throws(Failure) -> Success in
      try await self.answer(
        name, [first, second], answers(first, second), whenCancelled: whenCancelled, whenLost: whenLost,
        outlivesCaller: outlivesCaller)
    }
  }

  /// Creates a function of three parameters, with a typed error, whose calls wait.
  public func call<First: Sendable, Second: Sendable, Third: Sendable, Success: Sendable, Failure: Error>(
    _ name: String, whenCancelled: Failure? = nil, whenLost: Failure? = nil, outlivesCaller: Bool = false,
    answers: @escaping @Sendable (First, Second, Third) -> [HeldAnswer<Success, Failure>]
  ) -> @Sendable (First, Second, Third) async throws(Failure) -> Success {
    { (first: First, second: Second, third: Third) async throws(Failure) -> Success in
      try await self.answer(
        name, [first, second, third], answers(first, second, third), whenCancelled: whenCancelled, whenLost: whenLost,
        outlivesCaller: outlivesCaller)
    }
  }

  static let lost = "lost"
  private static let answer = "answer to "

  private func answer<Success: Sendable, Failure: Error>(
    _ name: String, _ parameters: [any Sendable], _ answers: [HeldAnswer<Success, Failure>], whenCancelled: Failure?,
    whenLost: Failure?, outlivesCaller: Bool
  ) async throws(Failure) -> Success {
    let count = answers.count + (whenLost == nil ? 0 : 1)
    let travels = outlivesCaller && whenLost != nil
    let served = travels ? answers.indices.filter { answers[$0].isServed } : []
    let index = await wait(
      name, count, isCancellable: whenCancelled != nil, served: served, parameters: parameters,
      returnsNothing: Success.self == Void.self, isServed: answers.contains(where: \.isServed)
    ) { index in
      index < answers.count ? answers[index].label : Self.lost
    }
    if index == nil, let whenCancelled { throw whenCancelled }
    let number = index ?? 0
    if number >= answers.count, let whenLost {
      note(.failed)
      throw whenLost
    }
    let answer: Result<Success, Failure>
    do throws(Failure) { answer = .success(try await answers[number].get()) } catch { answer = .failure(error) }
    if let whenLost {
      switch await arrival(of: name, parameters + [answer], isCancellable: whenCancelled != nil) {
      case .arrives: break
      case .lost: throw whenLost
      case .cancelled: throw whenCancelled ?? whenLost
      }
    }
    note(AnswerOutcome(answer))
    return try answer.get()
  }

  /// What becomes of an answer on its way to the caller.
  package enum Arrival {
    case arrives, lost, cancelled
  }

  /// Waits for the schedule to say what becomes of an answer, which is told from others by what it answers and what it is.
  package func arrival(of name: String, _ contents: [any Sendable], isCancellable: Bool) async -> Arrival {
    let index = await wait(Self.answer + name, 2, isCancellable: isCancellable, parameters: contents) { index in
      index == 0 ? "arrives" : Self.lost
    }
    if index == 1 { note(.failed) }
    return index.map { $0 == 0 ? .arrives : .lost } ?? .cancelled
  }

  /// The name of the request whose answer a call of this name waits for, if it does.
  static func request(answeredBy name: String) -> String? {
    name.hasPrefix(answer) ? String(name.dropFirst(answer.count)) : nil
  }

  /// Waits for the schedule to choose one of the labels; `nil` means that the task was cancelled.
  ///
  /// Those that `isServed` names can still be chosen when the process of the caller has been killed.
  package func choice(
    of name: String, _ labels: [String], parameters: [any Sendable], isServed: (Int) -> Bool
  ) async -> Int? {
    await wait(
      name, labels.count, isCancellable: true, served: labels.indices.filter(isServed), parameters: parameters,
      isServed: true
    ) { labels[$0] }
  }

  /// Notes what an answer is to its caller.
  package func note(_ outcome: AnswerOutcome) {
    self.outcome.withLock { $0 = outcome }
  }

  /// Returns what the answer of the last step was to its caller, once.
  func takeOutcome() -> AnswerOutcome? {
    outcome.withLock { outcome in
      defer { outcome = nil }
      return outcome
    }
  }

  /// Waits for the schedule, and returns the number of the answer; `nil` means that the task was cancelled.
  func wait(
    _ name: String, _ count: Int, isCancellable: Bool, served: [Int] = [], sleep: ControlledSleep? = nil,
    streamIsOpen: (@Sendable () -> Bool)? = nil, parameters: [any Sendable] = [],
    returnsNothing: Bool = false, isServed: Bool = false,
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
      name,
      Answers(
        count: count, label: label, served: served, whenOver: whenOver, sleep: sleep, streamIsOpen: streamIsOpen,
        parameters: parameters, site: site, returnsNothing: returnsNothing, isServed: isServed),
      whenCancelled: whenCancelled)
    return answer == Self.cancelled ? nil : answer
  }

  /// Why the explorer cannot follow a call, as far as the call can tell.
  private func reasonAgainst(_ name: String, isOnMainActor: Bool) -> String? {
    if Sandbox.current != nil { return nil }
    guard let action = ActionProgress.current else { return "“\(name)” is called by no action: await it in one" }
    guard !action.hasReturned else { return "“\(action.name)” has returned before its call “\(name)”: await it" }
    if isOnMainActor || StepExecutor.shared.isRunningStep { return nil }
    return "“\(name)” is called off the main actor: await it outside of actors with an executor of their own"
  }

  /// Answers every pending and future call, so that every task ends.
  func end() {
    isOver.store(true, ordering: .releasing)
    for call in queue.takeAll() {
      if let whenOver = call.details.whenOver { call.resume(returning: whenOver) }
    }
    ofNewVersion?.end()
  }
}

/// What an answer is to its caller.
package enum AnswerOutcome: Sendable {
  case succeeded, failed

  package init<Success, Failure: Error>(_ result: Result<Success, Failure>) {
    self = if case .success = result { .succeeded } else { .failed }
  }
}

/// The first reason why an exploration claims nothing.
final class Inconclusive: Sendable {
  private let first = Mutex<String?>(nil)
  private let waiting = Mutex<Set<String>>([])
  private let awaited = Mutex<Set<String>>([])

  var reason: String? { first.withLock { $0 } }

  func add(_ reason: String) {
    first.withLock { $0 = $0 ?? reason }
  }

  /// The actions that went on when something came from outside of the schedule.
  var outside: [String] { awaited.withLock { $0.sorted() } }

  func noteOutside(_ action: String) {
    awaited.withLock { _ = $0.insert(action) }
  }

  /// Whether an action of this label was seen to wait for something else than a call, in vain.
  func isWaiting(_ action: String) -> Bool { waiting.withLock { $0.contains(action) } }

  func noteWaiting(_ action: String) {
    waiting.withLock { _ = $0.insert(action) }
  }
}

/// A labeled answer that a call can get.
///
/// Schedules show the label; it must not contain a secret.
public struct HeldAnswer<Success: Sendable, Failure: Error>: Sendable {
  let label: String
  var isServed = false
  let get: @Sendable () async throws(Failure) -> Success

  /// An answer that returns a value.
  public static func success(_ label: String, _ success: Success) -> HeldAnswer {
    HeldAnswer(label: label) { () async throws(Failure) -> Success in success }
  }

  /// An answer that a server computes when it gets the call, such as one that changes what the server keeps.
  public static func served(
    _ label: String, _ answer: @escaping @Sendable () async throws(Failure) -> Success
  ) -> HeldAnswer {
    HeldAnswer(label: label, isServed: true, get: answer)
  }

  /// An answer that throws an error.
  public static func failure(_ label: String, _ failure: Failure) -> HeldAnswer {
    HeldAnswer(label: label) { () async throws(Failure) -> Success in throw failure }
  }
}

extension HeldAnswer where Success == Void {
  /// An answer that returns nothing.
  public static func success(_ label: String) -> HeldAnswer {
    success(label, ())
  }
}
