import Observation

/// The values that one property of a Store has had, the first one included.
@MainActor
public final class Recorded<Value>: RecordedEntry {
  private weak var recorder: StoreRecorder?
  private let read: () -> Value
  private let changed: ((StoreChange<Value>) -> Void)?
  private var settled: [Value]
  private var isChanging = false
  private var willFlush = false

  init(
    recorder: StoreRecorder? = nil, changed: ((StoreChange<Value>) -> Void)? = nil, _ read: @escaping () -> Value
  ) {
    self.recorder = recorder
    self.read = read
    self.changed = changed
    settled = [read()]
    register()
  }

  /// Begins to record a property on its own.
  ///
  /// - Parameters:
  ///   - store: The Store.
  ///   - keyPath: The property, such as `\.state`.
  public convenience init<Store: AnyObject & Observable>(_ store: Store, _ keyPath: KeyPath<Store, Value>) {
    self.init { store[keyPath: keyPath] }
  }

  /// Every value so far, in order.
  public var values: [Value] {
    settle()
    return settled
  }

  /// Registers for one change; observation tells of it before the value is there.
  private func register() {
    withObservationTracking {
      _ = read()
    } onChange: { [weak self] in
      MainActor.assumeIsolated { self?.willChange() }
    }
  }

  /// Takes the value of the last change, which is there once the next one begins or somebody asks.
  func settle() {
    guard isChanging, let last = settled.last else { return }
    isChanging = false
    let value = read()
    settled.append(value)
    changed?(StoreChange(from: last, to: value))
  }

  private func willChange() {
    settle()
    recorder?.flush()
    isChanging = true
    register()
    flushWhenFree()
  }

  private func flushWhenFree() {
    guard changed != nil, !willFlush else { return }
    willFlush = true
    Task { [weak self] in
      guard let self else { return }
      willFlush = false
      if let recorder { recorder.flush() } else { settle() }
    }
  }
}
