import Authentication
import Core
import StoreExploring

/// The rules of Authentication, in whatever order things happen.
extension Invariant<ExploredStore, AuthState> {
  @MainActor static var all: [Self] {
    [quiet, loadingRuns, latestWish, signedInStays, nothingHappened, forgotten, oneAtATime, doubleTap, routes]
  }

  private static var quiet: Self {
    .whenIdle("nothing is loading while nothing runs") { $0.state != .loading }
  }

  private static var loadingRuns: Self {
    .always("what is loading waits for its answer") { moment in
      moment.state != .loading || moment.calls.contains { $0.name != "logout" && $0.name != "recall" }
    }
  }

  private static var latestWish: Self {
    .always("whoever has signed out stays signed out until the next sign-in") { moment in
      !moment.subject.wantsOut || ![.loading, .taro].contains(moment.state)
    }
  }

  private static var signedInStays: Self {
    .always("nothing but a sign-out takes away who is signed in") { moment in
      guard moment.previousState == .taro else { return true }
      return moment.state == .taro || moment.startsOne(of: ["logout", "session ended"])
    }
  }

  private static var nothingHappened: Self {
    .whenIdle("cancelled work puts back what was there") { moment in
      let outcomes = moment.subject.server.outcomes
      return outcomes.haveSucceeded || outcomes.haveFailed || moment.state == moment.subject.before
    }
  }

  private static var forgotten: Self {
    .whenIdle("a session is there for whoever is signed in, and for nobody else") { moment in
      moment.subject.server.content.isSignedIn == (moment.state == .taro)
    }
  }

  private static var oneAtATime: Self {
    .always("nothing is asked while somebody is being signed in, or is signed in") { moment in
      guard [.loading, .taro].contains(moment.previousState) else { return true }
      return !moment.startsOne(of: ["login", "provider", "sign up", "restore"]) || !moment.makesCall
    }
  }

  private static var doubleTap: Self {
    .always("a double tap is one request") { !$0.isDoubleTap || !$0.makesCall }
  }

  private static var routes: Self {
    .always("the routes lead in and out in turn, and to where the state is") { moment in
      let routes = moment.subject.routes
      let turns = routes.indices.allSatisfy { routes[$0] == ($0.isMultiple(of: 2) ? .signedIn : .signedOut) }
      return turns && (routes.last == .signedIn) == (moment.state == .taro)
    }
  }
}

extension ExplorationState {
  /// Whether the last step starts an action of one of these names.
  func startsOne(of names: [String]) -> Bool {
    guard case .started(let run) = lastEvents.first else { return false }
    return names.contains(run.name)
  }
}
