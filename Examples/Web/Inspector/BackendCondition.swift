#if Network
  import CoreTesting
  import Driver

  /// How the backend of a session responds.
  enum BackendCondition: String, Sendable, CaseIterable {
    case normal, held, slow, offline, failing, wrong

    /// When the app gets its answers; a slow one takes `delay`.
    func answering(after delay: Duration) -> ScheduledApp.Answering {
      switch self {
      case .normal: .automatic(with: HeldResponse.answered)
      case .held: .byHand
      case .slow: .automatic(with: HeldResponse.answered, after: delay)
      case .offline: .automatic(with: "offline")
      case .failing: .automatic(with: "503")
      case .wrong: .automatic(with: "malformed")
      }
    }
  }
#endif
