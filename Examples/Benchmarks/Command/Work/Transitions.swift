import Authentication
import Observation

/// Three transitions, signed out → loading → signed in → error, with more and more observers.
@MainActor
enum Transitions {
  private static let group = "Transitions"

  static var comparisons: [Comparison] {
    [
      Comparison(group, "3 transitions, 0 observers", bound: 5, floor: plain(0), bare(0), store(0)),
      Comparison(group, "3 transitions, 1 observer", floor: plain(1), bare(1), store(1)),
      Comparison(group, "3 transitions, 10 observers", floor: plain(10), bare(10), store(10)),
      Comparison(group, "3 transitions, 1 observer, against @Observable", bound: 1.1, floor: bare(1), store(1)),
      Comparison(group, "3 transitions, 10 observers, against @Observable", bound: 1.1, floor: bare(10), store(10)),
    ]
  }

  private static func plain(_ observers: Int) -> Variant {
    let auth = ImmediateAuth.plain
    let watcher = Watcher()
    for _ in 0..<observers { auth.observe { _ in watcher.changes += 1 } }
    return .repeating("plain Swift") { times in
      for _ in 0..<times {
        await auth.login(email: "taro@example.com", pass: "password123")
        await auth.sessionEnded()
      }
    }
  }

  private static func bare(_ observers: Int) -> Variant {
    let auth = ImmediateAuth.bare
    for _ in 0..<observers { Watcher().watch { _ = auth.state } }
    return .repeating("bare @Observable class") { times in
      for _ in 0..<times {
        await auth.login(email: "taro@example.com", pass: "password123")
        await auth.sessionEnded()
      }
    }
  }

  private static func store(_ observers: Int) -> Variant {
    let store = ImmediateAuth.store
    for _ in 0..<observers { Watcher().watch { _ = store.state } }
    return .repeating("AuthStore") { times in
      for _ in 0..<times {
        await store.login(email: "taro@example.com", pass: "password123")
        await store.sessionEnded()
      }
    }
  }
}

/// Watches something and, when it changes, watches on, as a view does.
@MainActor
final class Watcher {
  var changes = 0

  func watch(_ read: @escaping @MainActor @Sendable () -> Void) {
    withObservationTracking {
      read()
    } onChange: { [self] in
      MainActor.assumeIsolated {
        changes += 1
        watch(read)
      }
    }
  }
}
