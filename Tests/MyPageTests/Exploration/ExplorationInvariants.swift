import Core
import MyPage
import StoreExploring

/// The rules of MyPage, in whatever order things happen.
extension Invariant<ExploredStore, MyPageState> {
  @MainActor static var all: [Self] {
    [
      quiet, shownActivityRuns, oneWrite, known, failureKeepsProfile, nothingHappened, typedStays, told, doubleTap,
      sessionEnd,
    ]
  }

  private static var quiet: Self {
    .whenIdle("nothing is shown as going on while nothing runs") { moment in
      moment.state != .loading && [nil, MyPageActivity.none].contains(moment.state.shown?.activity)
    }
  }

  private static var shownActivityRuns: Self {
    .always("what is shown as going on waits for its answer") { moment in
      let calls = moment.calls.map(\.name)
      switch moment.state {
      case .loading: return calls.contains("read")
      case .loaded(let content):
        switch content.activity {
        case .none: return !calls.contains("save") && !calls.contains("delete")
        case .saving: return calls.contains("save")
        case .deleting: return calls.contains("delete")
        }
      case .idle, .error: return true
      }
    }
  }

  private static var oneWrite: Self {
    .always("one change is made at a time") { moment in
      moment.calls.count { ["save", "delete"].contains($0.name) } <= 1
    }
  }

  private static var known: Self {
    .always("the profile is that of the server, as far as its answers have said") { moment in
      guard let content = moment.state.shown, moment.subject.server.content.isKnown else { return true }
      let name = moment.subject.server.content.name
      return content.profile?.name == name && content.isSaved == (name != nil)
    }
  }

  private static var failureKeepsProfile: Self {
    .always("a failure takes away no profile that is shown") { moment in
      guard let before = moment.previousState.shown, !moment.lastStepSucceeds else { return true }
      return moment.state.shown?.profile == before.profile && moment.state.shown?.isSaved == before.isSaved
    }
  }

  private static var nothingHappened: Self {
    .whenIdle("cancelled work puts back what was there") { moment in
      let outcomes = moment.subject.server.outcomes
      return outcomes.haveSucceeded || outcomes.haveFailed || moment.subject.hasChangedForm || moment.state == moment.subject.before
    }
  }

  private static var typedStays: Self {
    .always("what was typed stays when it could not be saved") { moment in
      guard case .answered("save", with: let label, by: _) = moment.lastEvents.first else { return true }
      return ["saved", "cancelled"].contains(label) || moment.state.shown?.form == ExploredStore.input
    }
  }

  private static var told: Self {
    .always("whoever changes the profile is told how it went, except that the session is over") { moment in
      guard case .answered(let call, with: let label, by: _) = moment.lastEvents.first, call != "read" else {
        return true
      }
      let title = moment.subject.store.notice?.title
      switch label {
      case "saved": return title == Sample.saveDone.title
      case "deleted": return title == Sample.deleteDone.title
      case "cancelled", "session ended": return true
      default: return title == (call == "save" ? Sample.saveFailed : Sample.deleteFailed).title
      }
    }
  }

  private static var doubleTap: Self {
    .always("a double tap is one request") { !$0.isDoubleTap || !$0.makesCall }
  }

  private static var sessionEnd: Self {
    .always("the end of the session is told once for each call that noticed") { moment in
      moment.subject.routes.count { $0 == .sessionEnded } == moment.subject.server.endedSessions
    }
  }
}

extension ExplorationState {
  /// Whether the last step answers with a success.
  var lastStepSucceeds: Bool {
    guard case .answered(_, with: let label, by: _) = lastEvents.first else { return false }
    return ["profile", "saved", "deleted"].contains(label)
  }
}

extension Event {
  /// Whether an action of this name was started.
  func isStart(of name: String) -> Bool {
    if case .started(let run) = self { run.name == name } else { false }
  }
}

extension MyPageState {
  /// What is shown of the profile.
  var shown: MyPageContent? {
    guard case .loaded(let content) = self else { return nil }
    return content
  }
}
