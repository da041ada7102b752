#if Network
  import Core
  import Foundation
  import Synchronization

  extension FakeOutcome {
    /// An answer in the shape in which GitHub gives it.
    static func recorded(_ name: String, status: Int = 200) throws -> FakeOutcome {
      let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Answers/\(name).json")
      return .respond(
        HTTPResponse(
          status: status, headers: ["Content-Type": "application/json; charset=utf-8"], body: try Data(contentsOf: file)
        ))
    }
  }

  /// Answers to be given one after the other.
  final class Answers: Sendable {
    private let left: Mutex<[FakeOutcome]>

    init(_ answers: [FakeOutcome]) {
      left = Mutex(answers)
    }

    /// The next one; where there is none, the request was not expected.
    func next() -> FakeOutcome {
      left.withLock { $0.isEmpty ? .status(501) : $0.removeFirst() }
    }
  }

  /// A clock on which every wait is over at once.
  struct ImmediateClock: Clock {
    struct Instant: InstantProtocol {
      var offset: Duration = .zero

      func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
      func duration(to other: Instant) -> Duration { other.offset - offset }
      static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
    }

    let now = Instant()
    let minimumResolution: Duration = .nanoseconds(1)

    func sleep(until end: Instant, tolerance: Duration?) async throws {
      try Task.checkCancellation()
    }
  }
#endif
