import Observation

/// Records every value of the observed properties of Stores, in the order in which they change.
///
/// It works with every `@Observable` class of the main actor, and takes several Stores and several key paths of each:
///
/// ```swift
/// let recorder = StoreRecorder()
/// let states = recorder.record(store, \.state)
/// await store.load()
/// print(states.values)  // [.idle, .loading, .loaded(1)]
/// ```
///
/// Two assignments with no suspension between them are two values; an equal value is no change.
@MainActor
public final class StoreRecorder {
  private var entries: [any RecordedProperty] = []

  /// Creates a recorder of no property.
  public init() {}

  /// Records a property for as long as the recorder or the returned values are kept.
  ///
  /// `onChange` is called at the next change of any recorded property, or as soon as the main actor is free.
  @discardableResult
  public func record<Store: AnyObject & Observable, Value: Equatable>(
    _ store: Store, _ keyPath: KeyPath<Store, Value>, onChange: ((StoreChange<Value>) -> Void)? = nil
  ) -> Recorded<Value> {
    let recorded = Recorded(recorder: self, onChange: onChange) { store[keyPath: keyPath] }
    entries.append(recorded)
    return recorded
  }

  /// Delivers the changes that were not delivered yet.
  public func flush() {
    for entry in entries { entry.deliver() }
  }

  fileprivate func deliverEarlierChanges() {
    for entry in entries { entry.deliverIfDifferent() }
  }
}

/// A change of a property from one value to the next.
public struct StoreChange<Value> {
  /// The value before.
  public let from: Value
  /// The value after.
  public let to: Value

  /// Creates a change.
  public init(from: Value, to: Value) {
    self.from = from
    self.to = to
  }
}

extension StoreChange: Sendable where Value: Sendable {}
extension StoreChange: Equatable where Value: Equatable {}

@MainActor
private protocol RecordedProperty: AnyObject {
  func deliver()
  func deliverIfDifferent()
}

/// The values of one property of a Store, the initial one included.
@MainActor
public final class Recorded<Value: Equatable>: RecordedProperty {
  private weak var recorder: StoreRecorder?
  private let read: () -> Value
  private let onChange: ((StoreChange<Value>) -> Void)?
  private var delivered: [Value]
  private var isChanging = false
  private var willFlush = false
  private var lastRegistration = 0
  /// The oldest registration that counts; the changes of older ones are delivered already.
  private var firstRegistration = 0

  init(
    recorder: StoreRecorder? = nil, onChange: ((StoreChange<Value>) -> Void)? = nil, _ read: @escaping () -> Value
  ) {
    self.recorder = recorder
    self.read = read
    self.onChange = onChange
    delivered = [read()]
    register()
  }

  /// Records a property on its own.
  public convenience init<Store: AnyObject & Observable>(_ store: Store, _ keyPath: KeyPath<Store, Value>) {
    self.init { store[keyPath: keyPath] }
  }

  /// Every value so far, in order.
  public var values: [Value] {
    deliver()
    return delivered
  }

  /// Registers for one change of everything that the value depends on; observation reports it before the new value is
  /// set.
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

  /// Delivers the value of the last change.
  ///
  /// The new value can depend on other properties than the last one, so it is registered for anew.
  fileprivate func deliver() {
    deliver(reading: register)
    firstRegistration = lastRegistration
  }

  private func deliver(reading read: () -> Value) {
    guard isChanging, let last = delivered.last else { return }
    isChanging = false
    let value = read()
    guard value != last else { return }
    delivered.append(value)
    onChange?(StoreChange(from: last, to: value))
  }

  /// Delivers the value of the last change unless it is still the one from before.
  ///
  /// Another property that depends on the same one reports the same change before the new value is set. The
  /// registration for that change still counts.
  fileprivate func deliverIfDifferent() {
    guard isChanging, read() != delivered.last else { return }
    deliver(reading: register)
  }

  private func willChange(_ number: Int) {
    guard number >= firstRegistration else { return }
    deliver(reading: read)
    recorder?.deliverEarlierChanges()
    isChanging = true
    register()
    firstRegistration = lastRegistration
    flushWhenFree()
  }

  private func flushWhenFree() {
    guard onChange != nil, !willFlush else { return }
    willFlush = true
    Task { [weak self] in
      guard let self else { return }
      willFlush = false
      if let recorder { recorder.flush() } else { deliver() }
    }
  }
}
