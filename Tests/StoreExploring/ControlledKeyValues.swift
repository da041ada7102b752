import Foundation
import Synchronization

/// A synchronous storage of values under keys, as `UserDefaults` is one, which survives when the process is killed.
///
/// Make it conform to the protocol of your storage in the test. The process can also be killed between two writes of the
/// same step: it is then launched again on what was written before.
public final class ControlledKeyValues: Sendable {
  private struct State {
    var values: [String: Value] = [:]
    /// What was there before each write of the last step.
    var earlier: [[String: Value]] = []
  }

  /// A stored value, which is compared as `UserDefaults` would store it.
  private enum Value: Hashable, Sendable {
    case string(String), data(Data), integer(Int), number(Double), bool(Bool), strings([String])

    var base: AnyHashable {
      switch self {
      case .string(let value): value
      case .data(let value): value
      case .integer(let value): value
      case .number(let value): value
      case .bool(let value): value
      case .strings(let value): value
      }
    }
  }

  private let state = Mutex(State())

  /// Creates an empty storage.
  public init() {}

  /// The text under a key.
  public func string(forKey key: String) -> String? {
    if case .string(let value) = self[key] { value } else { nil }
  }

  /// The bytes under a key.
  public func data(forKey key: String) -> Data? {
    if case .data(let value) = self[key] { value } else { nil }
  }

  /// The texts under a key.
  public func stringArray(forKey key: String) -> [String]? {
    if case .strings(let value) = self[key] { value } else { nil }
  }

  /// The whole number under a key, or 0.
  public func integer(forKey key: String) -> Int {
    switch self[key] {
    case .integer(let value): value
    case .number(let value): Int(value)
    case .bool(let value): value ? 1 : 0
    default: 0
    }
  }

  /// The number under a key, or 0.
  public func double(forKey key: String) -> Double {
    if case .number(let value) = self[key] { value } else { Double(integer(forKey: key)) }
  }

  /// Whether the value under a key is true.
  public func bool(forKey key: String) -> Bool { integer(forKey: key) != 0 }

  /// The value under a key.
  public func object(forKey key: String) -> Any? {
    self[key]?.base.base
  }

  /// Stores a text, bytes, a number, a truth value or texts under a key; `nil` removes what is there.
  public func set(_ value: Any?, forKey key: String) {
    let stored: Value? =
      switch value {
      case let value as Bool: .bool(value)
      case let value as String: .string(value)
      case let value as Data: .data(value)
      case let value as Int: .integer(value)
      case let value as Double: .number(value)
      case let value as [String]: .strings(value)
      case nil: nil
      default: .string("\(value ?? "")")
      }
    state.withLock { state in
      state.earlier.append(state.values)
      state.values[key] = stored
    }
  }

  /// Removes the value under a key.
  public func removeObject(forKey key: String) {
    set(nil, forKey: key)
  }

  /// The keys, in alphabetical order.
  public var keys: [String] { state.withLock { $0.values.keys.sorted() } }

  private subscript(key: String) -> Value? { state.withLock { $0.values[key] } }
}

extension ControlledKeyValues {
  /// The number of writes in the last step.
  var writes: Int { state.withLock { $0.earlier.count } }

  /// What was there before each write of the last step.
  var snapshots: [AnyHashable] {
    state.withLock { state in
      state.earlier.map { values in
        AnyHashable(values.sorted { $0.key < $1.key }.flatMap { [AnyHashable($0.key), $0.value.base] })
      }
    }
  }

  func beginStep() {
    state.withLock { state in
      if !state.earlier.isEmpty { state.earlier = [] }
    }
  }

  /// Forgets all but so many writes of the last step.
  func keep(writes: Int) {
    state.withLock { state in
      if state.earlier.indices.contains(writes) { state.values = state.earlier[writes] }
      state.earlier = []
    }
  }
}

extension ControlledKeyValues: KeptByKit {
  var kept: [AnyHashable] {
    state.withLock { state in
      state.values.sorted { $0.key < $1.key }.flatMap { [AnyHashable($0.key), $0.value.base] }
    }
  }
}

extension ControlledDependencies {
  /// Lets the process be killed between two writes to a storage in the same step.
  ///
  /// Pass the storage that survives the launches; the returned one is the same. What it has by then no kill takes back.
  public func keyValues(_ storage: ControlledKeyValues) -> ControlledKeyValues {
    storage.beginStep()
    keyValues.withLock { $0 = storage }
    return storage
  }
}
