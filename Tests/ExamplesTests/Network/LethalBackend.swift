#if Network
  import Core
  import Driver
  import Synchronization

  /// A backend whose server loses a connection when it is told, before it has done what was asked or after.
  ///
  /// What it has done outlives the server.
  final class LethalBackend: Sendable {
    /// Where a request is when its server is killed.
    enum Moment: CaseIterable {
      /// On its way there.
      case beforeWork
      /// On its way back.
      case afterWork
    }

    let backend: FakeBackend
    private let trap: Trap

    init(_ moment: Moment) {
      let trap = Trap()
      self.trap = trap
      backend = FakeBackend(FakeConfiguration(now: { DriverBackend.tourDate })) { _ in
        guard trap.takesNext() else { return .answer }
        return switch moment {
        case .beforeWork: .fail(.connectionLost)
        case .afterWork: .answerThenFail(.connectionLost)
        }
      }
    }

    /// Kills at one of the requests to come, 0 for the next.
    func arm(atRequest number: Int) {
      trap.remaining.withLock { $0 = number }
    }

    /// Kills no more.
    ///
    /// - Returns: Whether it has killed since it was armed.
    func disarm() -> Bool {
      trap.remaining.withLock { remaining in
        defer { remaining = nil }
        return remaining == nil
      }
    }

    /// How many requests are let through before the one that is not; `nil` where it has been, or none is to be.
    private final class Trap: Sendable {
      let remaining = Mutex<Int?>(nil)

      func takesNext() -> Bool {
        remaining.withLock { remaining in
          guard let number = remaining else { return false }
          remaining = number == 0 ? nil : number - 1
          return number == 0
        }
      }
    }
  }
#endif
