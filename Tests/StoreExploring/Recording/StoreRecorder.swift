import Observation

/// Records what Stores pass through, in the order in which it happens, and loses nothing.
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
/// Two assignments with no suspension between them are two values. Assigning an equal value is no change; mutating a
/// value in place always is one.
@MainActor
public final class StoreRecorder {
  private var entries: [any RecordedEntry] = []

  /// Makes a recorder that records nothing yet.
  public init() {}

  /// Begins to record a property.
  ///
  /// - Parameters:
  ///   - store: The Store.
  ///   - keyPath: The property, such as `\.state`.
  ///   - changed: Is told every change, in the order in which all changes of all recorded properties happened. It is
  ///     called at the next change of any of them, or as soon as the main actor is free.
  /// - Returns: What was recorded. It goes on for as long as it, or this recorder, is kept.
  @discardableResult
  public func record<Store: AnyObject & Observable, Value: Equatable>(
    _ store: Store, _ keyPath: KeyPath<Store, Value>, changed: ((StoreChange<Value>) -> Void)? = nil
  ) -> Recorded<Value> {
    let recorded = Recorded(recorder: self, changed: changed) { store[keyPath: keyPath] }
    entries.append(recorded)
    return recorded
  }

  /// Delivers what has changed and was not told yet.
  public func flush() {
    for entry in entries { entry.settle() }
  }

  /// Delivers what has changed before the change that is beginning.
  func settleOthers() {
    for entry in entries { entry.settleIfChanged() }
  }
}

/// One recorded property, without its type.
@MainActor
protocol RecordedEntry: AnyObject {
  func settle()
  func settleIfChanged()
}
