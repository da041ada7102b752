/// Two versions of a model, which get the same schedule.
public struct Compared<Old, New> {
  /// The version as it was.
  public let old: Old
  /// The version as it is now.
  public let new: New
  let unequalReturns = UnequalReturns()
}

/// The runs of actions that have returned in one of two versions.
@MainActor
final class UnequalReturns {
  private(set) var runs: Set<Int> = []
  private var lastRun = 0

  func begin() -> Int {
    lastRun += 1
    return lastRun
  }

  func note(_ run: Int) {
    if runs.remove(run) == nil { runs.insert(run) }
  }
}

/// What two versions of a model call and write, apart from which identifier is which.
struct ComparedCalls {
  /// Whether each version makes the calls of the other.
  var areSame = true
  /// Whether both have written the same to their synchronous storages.
  var areWritesSame = true
  /// The parameters of the pending calls that both make, in the same order.
  var (old, new): ([any Sendable], [any Sendable]) = ([], [])
}

/// What two versions of a model show.
private struct ComparedValues {
  /// Whether both are equal, whatever they consist of.
  var areEqual = false
  /// The names of the values, or none where it is a whole state.
  var names: [String] = []
  let (old, new): ([Any], [Any])

  var areSame: Bool {
    areEqual || SubjectReader.reading(ofVersion: old).isEqual(to: SubjectReader.reading(ofVersion: new))
  }

  /// The first part that differs, in both versions.
  var difference: (old: String, new: String)? {
    for (index, pair) in zip(old, new).enumerated() {
      let name = names.isEmpty ? "" : names[index]
      if let difference = Self.difference(of: pair.0, and: pair.1, name, depth: 0) { return difference }
    }
    return nil
  }

  /// How deep a difference is looked for, because objects can refer to each other.
  private static var maximumDepth: Int { 8 }

  private static func difference(
    of old: Any, and new: Any, _ path: String, depth: Int
  ) -> (old: String, new: String)? {
    guard SubjectReader.reading(ofVersion: [old]).words != SubjectReader.reading(ofVersion: [new]).words else {
      return nil
    }
    let mirrors = (Mirror(reflecting: old), Mirror(reflecting: new))
    let parts = (Array(mirrors.0.children), Array(mirrors.1.children))
    let isOrdered = mirrors.0.displayStyle != .set && mirrors.0.displayStyle != .dictionary
    if depth < maximumDepth, isOrdered, parts.0.map(\.label) == parts.1.map(\.label) {
      for (index, part) in parts.0.enumerated() {
        let place =
          if mirrors.0.displayStyle == .optional {
            path
          } else if let label = SubjectReader.name(part.label) {
            path.isEmpty ? label : "\(path).\(label)"
          } else {
            "\(path)[\(index)]"
          }
        if let found = difference(of: part.value, and: parts.1[index].value, place, depth: depth + 1) { return found }
      }
    }
    return ("\(path) \(ObservedProperties.text(old))", "\(path) \(ObservedProperties.text(new))")
  }

  /// Whether the calls are about the identifiers that are shown in the same places.
  func haveSameIdentifiers(as calls: ComparedCalls) -> Bool {
    if calls.old.isEmpty { return true }
    let old = SubjectReader.reading(ofVersion: old + calls.old)
    let new = SubjectReader.reading(ofVersion: new + calls.new)
    return old.words != new.words || old.isEqual(to: new)
  }
}

/// The states of two versions of a model after the same steps.
public struct ComparedState<Old: Equatable, New: Equatable>: Equatable {
  /// The state of the version as it was.
  public let old: Old
  /// The state of the version as it is now.
  public let new: New
  /// Whether both show the same.
  public let isSame: Bool
}

/// Whether a task is one of the new version, where two versions are compared.
package enum ComparedVersion {
  @TaskLocal package static var isNew = false

  static func new<Value>(_ body: () -> Value) -> Value { $isNew.withValue(true, operation: body) }
}

extension StoreExplorer {
  /// Creates an explorer that finds the shortest schedule in which two versions of a model differ, without an invariant.
  ///
  /// Each step is taken in both versions, and each answer is drawn once and given to both. What is shown after the step,
  /// which calls with which parameters are pending, what was written to a ``ControlledKeyValues``, which actions have
  /// returned and which are offered must be equal. Where observable properties are the state, those of the same name are
  /// compared. Types and cases are equal where their names are, and identifiers, such as a `UUID`, where they occur in the
  /// same places. Both explorers name the same actions; their invariants are left out.
  ///
  /// `returns: false` leaves out which actions have returned, as where a callback becomes an `async` function.
  public init<OldSubject, NewSubject, Shown: Equatable & SendableMetatype>(
    comparing old: StoreExplorer<OldSubject, Shown>, with new: StoreExplorer<NewSubject, Shown>, returns: Bool = true
  ) where Subject == Compared<OldSubject, NewSubject>, State == ComparedState<Shown, Shown> {
    self.init(old, new, returns) { old, new in
      guard let old = old as? ObservedProperties, let new = new as? ObservedProperties else {
        return ComparedValues(areEqual: old == new, old: [old], new: [new])
      }
      let common = old.common(with: new)
      return ComparedValues(names: common.map(\.name), old: common.map(\.own), new: common.map(\.other))
    }
  }

  /// Creates an explorer that compares two versions whose states have different types, or in a part of them: what the
  /// two closures return.
  ///
  /// All else is as in ``init(comparing:with:returns:)``.
  public init<OldSubject, OldState, NewSubject, NewState, Shown: Equatable>(
    comparing old: StoreExplorer<OldSubject, OldState>, with new: StoreExplorer<NewSubject, NewState>,
    returns: Bool = true, by oldShown: @escaping @MainActor (OldState) -> Shown,
    _ newShown: @escaping @MainActor (NewState) -> Shown
  ) where Subject == Compared<OldSubject, NewSubject>, State == ComparedState<OldState, NewState> {
    self.init(old, new, returns) { old, new in
      let (old, new) = (oldShown(old), newShown(new))
      return ComparedValues(areEqual: old == new, old: [old], new: [new])
    }
  }

  private init<OldSubject, OldState, NewSubject, NewState>(
    _ old: StoreExplorer<OldSubject, OldState>, _ new: StoreExplorer<NewSubject, NewState>, _ comparesReturns: Bool,
    _ values: @escaping @MainActor (OldState, NewState) -> ComparedValues
  ) where Subject == Compared<OldSubject, NewSubject>, State == ComparedState<OldState, NewState> {
    let pairs = old.actions.compactMap { action in
      new.actions.first { $0.name == action.name }.map { (old: action, new: $0) }
    }
    // Another fingerprint than the default one can leave out what is only shown.
    let readsEverything = old.readsEverything && new.readsEverything
    /// What has changed, and the first part that differs where the names of the states do not say it.
    let names = { (before: State, after: State) -> (old: String, new: String)? in
      guard before != after else { return nil }
      let names = (old: old.changeName(before.old, after.old), new: new.changeName(before.new, after.new))
      guard after.isSame || names.old != names.new else {
        return values(after.old, after.new).difference ?? ("\(after.old)", "\(after.new)")
      }
      return (before.old == after.old ? "" : names.old, before.new == after.new ? "" : names.new)
    }
    self.init(
      state: { subject in
        let states = (old.state(subject.old), ComparedVersion.new { new.state(subject.new) })
        return ComparedState(old: states.0, new: states.1, isSame: values(states.0, states.1).areSame)
      }, recordsStates: false, stateName: { old.stateName($0.old) }, changeName: { names($0, $1)?.old ?? "" },
      pairs.map { paired($0.old, $0.new) },
      [
        .always("both versions show the same") { $0.state.isSame },
        .always("both versions make the same calls") { moment in
          moment.comparedCalls.areSame
            && values(moment.state.old, moment.state.new).haveSameIdentifiers(as: moment.comparedCalls)
        },
        .always("both versions write the same") { $0.comparedCalls.areWritesSame },
        .always("both versions return from the same actions") {
          !comparesReturns || $0.subject.unequalReturns.runs.isEmpty
        },
        .always("both versions offer the same actions") { moment in
          pairs.allSatisfy { pair in
            pair.old.isAvailable(moment.subject.old)
              == ComparedVersion.new { pair.new.isAvailable(moment.subject.new) }
          }
        },
      ],
      { compared in
        let (before, after) = (old.fingerprint(compared.old), ComparedVersion.new { new.fingerprint(compared.new) })
        guard readsEverything else {
          return before.appending(after).adding(shown: old.state(compared.old))
            .adding(shown: ComparedVersion.new { new.state(compared.new) })
        }
        return before.appending(after)
      }, relaunchBoth(old, new),
      { dependencies in
        let made = Compared(
          old: await old.make(dependencies), new: await makeNew(dependencies) { await new.make($0) })
        let states = (old.state(made.old), new.state(made.new))
        if states.0 is ObservedProperties, values(states.0, states.1).old.isEmpty {
          dependencies.findings.add("the two versions have no observable property of the same name: give them one")
        }
        return made
      })
    statesBeforeAssumptions = [old.statesBeforeAssumptions, new.statesBeforeAssumptions].compactMap(\.self).min()
    newName = { before, after in before.map { names($0, after)?.new ?? "" } ?? new.stateName(after.new) }
    let only = Set(old.actions.map(\.name)).symmetricDifference(new.actions.map(\.name)).sorted()
    if !only.isEmpty {
      objection = "only one version has the action \(only.map { "“\($0)”" }.joined(separator: ", "))"
    } else if (old.relaunch == nil) != (new.relaunch == nil) {
      objection = "only one version is launched again after a kill"
    }
  }
}

@MainActor
private func paired<Old, New>(_ old: StoreAction<Old>, _ new: StoreAction<New>) -> StoreAction<Compared<Old, New>> {
  let locals: StoreAction<Compared<Old, New>>.Locals =
    switch (old.locals, new.locals) {
    case (.forgotten, .forgotten): .forgotten
    case (.uselessWhenStale, .uselessWhenStale): .uselessWhenStale
    default: .kept
    }
  return StoreAction(
    old.name, in: old.process, canBeCancelled: old.canBeCancelled && new.canBeCancelled, locals: locals,
    when: { old.isAvailable($0.old) }
  ) { compared in
    let returns = compared.unequalReturns
    let run = returns.begin()
    let tasks = [
      start {
        await old.run(compared.old)
        returns.note(run)
      },
      start {
        await ComparedVersion.$isNew.withValue(true) { await new.run(compared.new) }
        returns.note(run)
      },
    ]
    await withTaskCancellationHandler {
      for task in tasks { await task.value }
    } onCancel: {
      for task in tasks { task.cancel() }
    }
  }
}

@MainActor
private func start(_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
  Task { await body() }
}

@MainActor
private func relaunchBoth<OldSubject, OldState, NewSubject, NewState>(
  _ old: StoreExplorer<OldSubject, OldState>, _ new: StoreExplorer<NewSubject, NewState>
) -> (@MainActor (Compared<OldSubject, NewSubject>, ControlledDependencies) async -> Compared<OldSubject, NewSubject>)?
{
  guard let oldRelaunch = old.relaunch, let newRelaunch = new.relaunch else { return nil }
  return { killed, dependencies in
    Compared(
      old: await oldRelaunch(killed.old, dependencies),
      new: await makeNew(dependencies) { await newRelaunch(killed.new, $0) })
  }
}

@MainActor
private func makeNew<Made>(
  _ dependencies: ControlledDependencies, _ make: @MainActor (ControlledDependencies) async -> Made
) async -> Made {
  await ComparedVersion.$isNew.withValue(true) { await make(dependencies.ofNewVersion ?? dependencies) }
}
