import TestSupport
import Testing

@testable import Core

/// Every order of a few sign-ins, sign-outs, refreshes, writes and changes by another process, breadth first.
struct SessionMachineGraphTests {
  /// Together they go wherever a session can; one with all of it has millions of states.
  private static let worlds = [
    World(storage: nil, signInsLeft: 2, signOutsLeft: 2, failuresLeft: 1),
    World(storage: .issued("saved"), signInsLeft: 1, signOutsLeft: 1, refusalsLeft: 1, failuresLeft: 1),
    World(
      storage: .issued("saved"), signInsLeft: ProcessTurn.exploresMore ? 1 : 0, signOutsLeft: 1, refusalsLeft: 2,
      failuresLeft: 1),
    World(storage: .issued("saved"), signInsLeft: 1, signOutsLeft: 1, refusalsLeft: 1, othersLeft: 1),
    World(storage: .issued("saved"), signInsLeft: 1, signOutsLeft: 1, refusalsLeft: 1, deletionsLeft: 1),
  ]

  @Test func `In every order a session keeps its promises`() {
    var reached: Set<Milestone> = []
    for world in Self.worlds {
      var (worlds, known): ([(world: World, path: Path?)], Set) = ([(world, nil)], [world])
      search: while !worlds.isEmpty {
        var next: [(World, Path?)] = []
        for (world, path) in worlds {
          for step in world.steps {
            if reached.count < Milestone.allCases.count { reached.formUnion(step.milestones) }
            guard let promise = step.brokenPromises.first else {
              if known.insert(step.after).inserted { next.append((step.after, Path(step.event, after: path))) }
              continue
            }
            Issue.record("\(promise), after \(Path(step.event, after: path).events)")
            break search
          }
        }
        worlds = next
      }
    }
    #expect(reached == Set(Milestone.allCases))
  }
}

/// The way to a world.
private final class Path {
  let event: SessionMachine.Event?
  let path: Path?

  init(_ event: SessionMachine.Event?, after path: Path?) {
    (self.event, self.path) = (event, path)
  }

  /// `nil` stands for a step outside the machine.
  var events: [SessionMachine.Event?] { (path?.events ?? []) + [event] }
}

/// A session, its storage, and what is on its way.
private struct World: Hashable {
  /// A write that the storage has done, but not returned.
  struct Returning: Hashable {
    let write: SessionMachine.Write
    let result: Result<StoredSession?, SessionStorageError>
    let rest: [SessionMachine.Effect]
  }

  var machine = SessionMachine()
  var storage: StoredSession?
  /// The effects that each call has yet to perform, in order.
  var calls: [[SessionMachine.Effect]] = []
  var returning: Returning?
  /// The attempts of the sign-ins that are on their way, and whether another event has overtaken them.
  var signIns: [Generation: Bool] = [:]
  /// The access tokens of the sessions that were signed out, and the refresh tokens that the server has used up.
  var closed: Set<Secret> = [], used: Set<Secret> = []
  /// The user of whom the observers were told last.
  var notified: User.ID?
  /// Whether a user of another process was signed in here too.
  var hasMet = false
  /// How often each may still happen.
  var restoresLeft = 1, signInsLeft = 0, signOutsLeft = 0, refusalsLeft = 0, othersLeft = 0, deletionsLeft = 0
  var failuresLeft = 0
  var hasFailed = false, hasOther = false

  /// The call whose turn it is to write; others come after it.
  private var writer: Int? {
    calls.firstIndex { if case .write = $0[0] { true } else { false } }
  }

  var isAtRest: Bool { calls.isEmpty && returning == nil }

  /// The effects on their way that belong to a refresh of this generation.
  var refreshSteps: [SessionMachine.Effect] {
    let heads = calls.map { $0[0] } + (returning.map { [.write($0.write)] } ?? [])
    return heads.filter { effect in
      switch effect {
      case .exchange(_, _, _, machine.generation): true
      case .write(.update(let update, machine.generation)): update.isOfRefresh
      default: false
      }
    }
  }

  var steps: [Step] {
    signInSteps + sessionSteps + otherSteps + calls.indices.flatMap(steps(ofCall:))
      + (returning.map { [step(.written($0.write, $0.result), rest: $0.rest) { $0.returning = nil }] } ?? [])
  }

  private var signInSteps: [Step] {
    let begin = step(.signInBegan) { $0.signInsLeft -= 1 }
    let answers = signIns.map { attempt, isOvertaken in
      let session = StoredSession.issued("new \(signInsLeft)")
      return step(.signInAnswered(session, attempt: attempt), isOvertaken: isOvertaken) { $0.signIns[attempt] = nil }
    }
    return (signInsLeft > 0 ? [begin] : []) + answers
  }

  private var sessionSteps: [Step] {
    var steps: [Step] = []
    if restoresLeft > 0, returning == nil {
      steps.append(step(.storageRead(storage, attempt: machine.attempt)) { $0.restoresLeft -= 1 })
    }
    if signOutsLeft > 0 {
      steps.append(
        step(.signedOut) { world in
          world.signOutsLeft -= 1
          if let token = machine.current?.accessToken { world.closed.insert(token) }
        })
    }
    guard let current = machine.current else { return steps }
    if refusalsLeft > 0 {
      let key = Secret("\(refusalsLeft)")
      steps += [true, false].map { isEarly in
        step(.tokenRefused(current.accessToken, isEarly: isEarly, key: key, machine.generation)) { world in
          world.refusalsLeft -= 1
        }
      }
    }
    if deletionsLeft > 0 { steps.append(step(.accountDeleted(current.user)) { $0.deletionsLeft -= 1 }) }
    return steps
  }

  /// Another process signs out, signs another user in, or refreshes the tokens.
  private var otherSteps: [Step] {
    guard othersLeft > 0 else { return [] }
    return [nil, .hanako, storage?.refreshed].filter { $0 != storage }.map { stored in
      step { world in
        world.othersLeft -= 1
        world.hasOther = true
        world.storage = stored
      }
    }
  }

  private func steps(ofCall index: Int) -> [Step] {
    let (effect, rest) = (calls[index][0], Array(calls[index].dropFirst()))
    func taken(_ event: SessionMachine.Event, _ change: (inout World) -> Void = { _ in }) -> Step {
      step(event, rest: rest) { world in
        world.calls.remove(at: index)
        change(&world)
      }
    }
    switch effect {
    case .write(let write):
      guard returning == nil, writer == index else { return [] }
      let content = machine.content(of: write, over: storage)
      let results: [Result<StoredSession?, SessionStorageError>] = [
        .success(content), .failure(.notWritten(reason: "full")),
      ]
      return results.compactMap { result in
        if case .failure = result, failuresLeft == 0 { return nil }
        return step(write: write) { world in
          world.calls.remove(at: index)
          world.returning = Returning(write: write, result: result, rest: rest)
          if case .success = result {
            world.storage = content
          } else {
            world.failuresLeft -= 1
            world.hasFailed = true
          }
        }
      }
    case .exchange(let token, _, let user, let generation):
      let tokens = SessionTokens(
        accessToken: Secret("new " + token.rawValue), refreshToken: Secret(token.rawValue + "+"))
      let failures: [SessionRefreshError] = [.refused, .accountDeleted, .failed(.requestFailed(.offline))]
      return [taken(.refreshAnswered(.success(tokens), of: user, generation)) { $0.used.insert(token) }]
        + failures.map { taken(.refreshAnswered(.failure($0), of: user, generation)) }
    case .removeData(let user):
      return [true, false].map { taken(.dataRemoved(user, isComplete: $0)) }
    case .closeOvertaken, .joinRefresh, .answerRefresh, .notifyUserChange, .notifyStorageFailure: return []
    }
  }

  /// A step outside the machine, or the event that it handles after a change.
  private func step(
    _ event: SessionMachine.Event? = nil, rest: [SessionMachine.Effect] = [], isOvertaken: Bool = false,
    write: SessionMachine.Write? = nil, _ change: (inout World) -> Void = { _ in }
  ) -> Step {
    var (after, effects) = (self, [SessionMachine.Effect]())
    change(&after)
    if let event {
      effects = after.machine.handle(event)
      var awaited = (rest + effects).filter(\.isAwaited)
      while awaited.first == .notifyUserChange {
        awaited.removeFirst()
        if after.machine.takeUserChange() { after.notified = after.machine.current?.user.id }
      }
      if !awaited.isEmpty { after.calls.append(awaited) }
      if after.machine.attempt != machine.attempt { after.signIns = after.signIns.mapValues { _ in true } }
      if event == .signInBegan { after.signIns[after.machine.attempt] = false }
      if after.machine.current?.user == .hanako { after.hasMet = true }
    }
    return Step(before: self, event: event, write: write, isOvertaken: isOvertaken, effects: effects, after: after)
  }
}

/// What must happen on the way, so that no promise is kept because nothing happens.
private enum Milestone: CaseIterable {
  case overtaken, restored, refreshed, refusedEarly, ended, adoptedTokens, adoptedUser, unsaved, repeatedRemoval
}

private struct Step {
  let before: World
  let event: SessionMachine.Event?
  let write: SessionMachine.Write?
  let isOvertaken: Bool
  let effects: [SessionMachine.Effect]
  let after: World

  var brokenPromises: [String] {
    let promises = [
      ("a sign-in that was overtaken opens nothing, and is closed", !isOvertaken || isClosed),
      ("only a sign-out, a refusal, a deletion or another process signs out", !signsOut || maySignOut),
      ("tokens of a refresh are saved before they are used, or could not be", !hasNewTokens || isSavedOrUnsavable),
      ("a session is refreshed once at a time, and never waits for nothing", isRefreshedOnce),
      ("a refresh token that is used up is not sent again", !sendsUsedToken),
      ("a refresh token is sent with the key that is saved with it", !sendsUnsavedKey),
      ("a user who signed out does not come back", !after.closed.contains { $0 == after.machine.current?.accessToken }),
      ("what another process has saved is not removed before it was met", !removesUnmet),
      ("at rest, what is saved is the session", !after.isAtRest || isSaved),
      ("at rest, the observers know the user", !after.isAtRest || after.notified == after.machine.current?.user.id),
    ]
    return promises.filter { !$0.1 }.map(\.0)
  }

  private var isClosed: Bool {
    guard case .signInAnswered(let session, _) = event else { return false }
    return effects == [.closeOvertaken(session)] && after.machine == before.machine
  }

  private var signsOut: Bool { before.machine.current != nil && after.machine.current == nil }

  private var maySignOut: Bool {
    switch event {
    case .signedOut, .accountDeleted, .refreshAnswered(.failure(.accountDeleted), _, _), .written(.update(.end, _), _):
      true
    default: before.hasOther
    }
  }

  private var hasNewTokens: Bool {
    before.machine.generation == after.machine.generation
      && before.machine.current?.accessToken != after.machine.current?.accessToken
      && before.machine.current != nil
  }

  private var isSavedOrUnsavable: Bool {
    switch event {
    case .written(_, .failure): true
    case .written(_, .success(let stored)): stored == after.machine.current
    default: false
    }
  }

  private var isRefreshedOnce: Bool {
    if case .signedIn(_, .running) = after.machine.phase { return after.refreshSteps.count == 1 }
    return after.refreshSteps.isEmpty
  }

  private var sendsUsedToken: Bool {
    effects.contains { effect in
      if case .exchange(let token, _, _, _) = effect { after.used.contains(token) } else { false }
    }
  }

  private var sendsUnsavedKey: Bool {
    guard case .written(_, .success(let stored)) = event else { return false }
    return effects.contains { effect in
      if case .exchange(_, let key, _, _) = effect { stored?.refreshKey != key } else { false }
    }
  }

  private var removesUnmet: Bool {
    guard let write, write != .open, before.storage == .hanako, !before.hasMet, before.machine.saved != .unknown
    else { return false }
    return after.storage == nil
  }

  /// After all that this process has done by itself, and without trouble.
  private var isSaved: Bool {
    if after.hasFailed || after.hasOther || after.machine.unremoved != nil || after.machine.saved == .unknown {
      return true
    }
    return after.storage == after.machine.current
  }

  var milestones: Set<Milestone> {
    var milestones: Set<Milestone> = []
    if isOvertaken { milestones.insert(.overtaken) }
    if case .storageRead = event, after.machine.current != before.machine.current { milestones.insert(.restored) }
    if effects.contains(.answerRefresh(.success(true))) { milestones.insert(.refreshed) }
    if case .signedIn(_, .refusedEarly) = after.machine.phase { milestones.insert(.refusedEarly) }
    if case .written(.update(.end, _), _) = event, signsOut { milestones.insert(.ended) }
    if case .written(.update(.begin, _), _) = event, hasNewTokens { milestones.insert(.adoptedTokens) }
    if after.hasMet, !before.hasMet { milestones.insert(.adoptedUser) }
    if case .outdated = after.machine.saved, after.hasFailed { milestones.insert(.unsaved) }
    if case .signInAnswered = event, effects.contains(.removeData(of: .taro)) { milestones.insert(.repeatedRemoval) }
    return milestones
  }
}

extension SessionMachine.Effect {
  /// Whether other events may come before it is performed, or has been answered.
  fileprivate var isAwaited: Bool {
    switch self {
    case .write, .exchange, .removeData, .notifyUserChange: true
    case .closeOvertaken, .joinRefresh, .answerRefresh, .notifyStorageFailure: false
    }
  }
}

extension StoredSession {
  fileprivate static func issued(_ token: String) -> StoredSession {
    StoredSession(user: .taro, accessToken: Secret(token), refreshToken: Secret("r" + token))
  }

  /// The session after a refresh by another process.
  fileprivate var refreshed: StoredSession {
    StoredSession(
      user: user, accessToken: accessToken.map { Secret($0.rawValue + "*") },
      refreshToken: refreshToken.map { Secret($0.rawValue + "*") })
  }
}
