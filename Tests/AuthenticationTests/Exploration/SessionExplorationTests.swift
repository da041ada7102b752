import Authentication
import Core
import StoreExploring
import StoreTesting
import Testing

/// Store, repository and session together: signed out means forgotten, here, in the storage and at the server.
@MainActor
struct SessionExplorationTests {
  @Test(arguments: ExploredSession.Start.allCases)
  func `every kind of answer`(start: ExploredSession.Start) async {
    await explore(.every, depth: 4, start)
  }

  @Test(arguments: ExploredSession.Start.allCases)
  func `success, a failure and cancellation, one step deeper`(start: ExploredSession.Start) async {
    await explore(.few, depth: 5, start)
  }

  private func explore(_ answers: ExploredAnswers, depth: Int, _ start: ExploredSession.Start) async {
    let explorer = StoreExplorer(
      state: \ExploredSession.store.state, actions: ExploredSession.actions, invariants: Invariant.all,
      fingerprint: { StateFingerprint(idle: $0.memory, running: $0.runningMemory) }
    ) { holds in
      await ExploredSession(holds, answers, start)
    }
    let began = ContinuousClock.now
    let exploration = await expectClean(explorer, depth: depth)
    print("AuthStore, live, \(start), \(answers): \(exploration.pace(in: .now - began))")
  }
}

extension Invariant<ExploredSession, AuthState> {
  @MainActor static var all: [Self] {
    [quiet, sessionOfTheState, forgotten, closed, routes]
  }

  private static var quiet: Self {
    .whenIdle("nothing is loading while nothing runs") { $0.state != .loading }
  }

  private static var sessionOfTheState: Self {
    .always("whoever is signed in has a session") { moment in
      moment.state != .taro || moment.subject.session.record != nil
    }
  }

  private static var forgotten: Self {
    .whenIdle("signed out means forgotten, also in the storage") { moment in
      let (record, stored) = (moment.subject.session.record, moment.subject.storage.load())
      guard moment.state != .taro else { return record != nil && stored == record }
      return record == nil && (stored == nil || !moment.subject.hasLeft)
    }
  }

  private static var closed: Self {
    .whenIdle("no token is left open at a server that could be told") { moment in
      let tokens = moment.subject.tokens
      return tokens.open.subtracting(tokens.told).isSubset(
        of: [moment.subject.session.record?.token].compactMap(\.self))
    }
  }

  private static var routes: Self {
    .whenIdle("the routes lead in and out in turn, and to where the state is") { moment in
      let routes = moment.subject.routes
      let turns = routes.indices.allSatisfy { routes[$0] == ($0.isMultiple(of: 2) ? .signedIn : .signedOut) }
      return turns && (routes.last == .signedIn) == (moment.state == .taro)
    }
  }
}
