import Observation

/// The values that one property of a Store has had, the first one included.
@MainActor
public final class Recorded<Value: Equatable>: RecordedEntry {
  private weak var recorder: StoreRecorder?
  private let read: () -> Value
  private let changed: ((StoreChange<Value>) -> Void)?
  private var settled: [Value]
  private var isChanging = false
  private var willFlush = false
  private var lastRegistration = 0
  /// The oldest registration that counts; what an older one tells of is known already.
  private var firstRegistration = 0

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

  /// Registers for one change of whatever the value depends on; observation tells of it before the value is there.
  @discardableResult
  private func register() -> Value {
    lastRegistration += 1
    let number = lastRegistration
    return withObservationTracking {
      read()
    } onChange: { [weak self] in
      MainActor.assumeIsolated { self?.willChange(number) }
    }
  }

  /// Takes the value of the last change, which is there once the next one begins or somebody asks.
  ///
  /// The new value can depend on other properties than the last one, so it is registered for anew.
  func settle() {
    settle(with: register)
    firstRegistration = lastRegistration
  }

  private func settle(with read: () -> Value) {
    guard isChanging, let last = settled.last else { return }
    isChanging = false
    let value = read()
    settled.append(value)
    changed?(StoreChange(from: last, to: value))
  }

  /// Takes the value of the last change unless it is still the one from before.
  ///
  /// Another property that depends on the same one is told of the same change, before the value is there.
  /// The registration for that change still counts.
  func settleIfChanged() {
    guard isChanging, read() != settled.last else { return }
    settle(with: register)
  }

  private func willChange(_ number: Int) {
    guard number >= firstRegistration else { return }
    settle(with: read)
    recorder?.settleOthers()
    isChanging = true
    register()
    firstRegistration = lastRegistration
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
