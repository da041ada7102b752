import Core
import Observation
import StoreExploring

/// A small Store for the tests of the kit.
@MainActor @Observable
final class NumberStore {
  enum State: Equatable, Sendable {
    case idle
    case loading
    case loaded(Int)
    case failed(String)
  }

  enum Failure: Error, Equatable, Sendable {
    case offline
    case cancelled
  }

  private(set) var state = State.idle
  private(set) var notice: String?
  /// Changes with the state.
  var isIdle: Bool { state == .idle }
  private let load: AnyUseCase<Int, Int, Failure>

  init(load: AnyUseCase<Int, Int, Failure>) {
    self.load = load
  }

  func load(_ number: Int) async {
    guard state != .loading else { return }
    let before = state
    state = .loading
    do throws(Failure) {
      state = .loaded(try await load.execute(number))
    } catch {
      switch error {
      case .offline:
        notice = "offline"
        state = .failed("offline")
      case .cancelled:
        state = before
      }
    }
  }

  func count(to last: Int) {
    for number in 1...last { state = .loaded(number) }
  }

  func increment() {
    state.increment()
  }
}

extension NumberStore.State {
  mutating func increment() {
    guard case .loaded(let number) = self else { return }
    self = .loaded(number + 1)
  }
}

/// Two Stores, one of which counts.
@MainActor @Observable
final class StorePair {
  let first: NumberStore
  let second: NumberStore
  var isSecondCurrent = false

  init(first: NumberStore, second: NumberStore) {
    self.first = first
    self.second = second
  }

  var current: NumberStore { isSecondCurrent ? second : first }
}
