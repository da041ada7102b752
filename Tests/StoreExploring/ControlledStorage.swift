import Synchronization

/// What a storage keeps, which survives when the process is killed.
public final class ExploredDisk<Value: Hashable & Sendable>: Sendable {
  /// What is on the disk.
  public enum Content: Hashable, Sendable {
    /// A whole value, or none.
    case value(Value?)
    /// Part of a value.
    case torn
    /// A whole value, or none, that a read need not find yet: it may still find the one before.
    case arriving(Value?, before: Value?)
  }

  private let state: Mutex<Content>

  /// Creates a disk with a value, or none.
  public init(_ value: Value? = nil) {
    state = Mutex(.value(value))
  }

  /// What is on the disk.
  public var content: Content {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// The whole value on the disk, also where a read need not find it yet.
  public var value: Value? {
    switch content {
    case .value(let value), .arriving(let value, before: _): value
    case .torn: nil
    }
  }
}

/// A fault of a controlled storage.
public enum StorageFault: Error, Hashable, Sendable {
  /// It cannot be read at present.
  case unavailable
  /// Nothing was written.
  case notWritten
  /// What is there is no whole value: an earlier write was torn.
  case damaged
}

/// A storage whose reads and writes wait for the schedule.
///
/// Make it conform to the protocol of your storage in the test.
public struct ControlledStorage<Value: Hashable & Sendable>: Sendable {
  /// What can happen to it beside success.
  public enum Trouble: Hashable, Sendable {
    /// A read throws ``StorageFault/unavailable``.
    case unavailable
    /// A read finds nothing, though there is a value, which a later one finds: as in a keychain that is locked.
    case saysNothing
    /// A write throws ``StorageFault/notWritten`` and changes nothing.
    case full
    /// A write throws ``StorageFault/notWritten`` and leaves part of the value, as where no write is atomic.
    case tears
    /// A write succeeds and changes nothing.
    case vanishes
    /// A write succeeds, and reads find the value before until one finds the new one, also in the next launch.
    case arrivesLate

    fileprivate var label: String {
      switch self {
      case .unavailable: "unavailable"
      case .saysNothing: "nothing"
      case .full: "full"
      case .tears: "tears"
      case .vanishes: "vanishes"
      case .arrivesLate: "late"
      }
    }

    fileprivate var isOfReads: Bool {
      switch self {
      case .unavailable, .saysNothing: true
      case .full, .tears, .vanishes, .arrivesLate: false
      }
    }
  }

  private let name: String
  private let disk: ExploredDisk<Value>
  private let trouble: [Trouble]
  private let dependencies: ControlledDependencies

  init(name: String, disk: ExploredDisk<Value>, trouble: [Trouble], dependencies: ControlledDependencies) {
    self.name = name
    self.disk = disk
    self.trouble = trouble
    self.dependencies = dependencies
  }

  /// Reads the value; throws ``StorageFault/unavailable`` or ``StorageFault/damaged``.
  public func read() async throws(StorageFault) -> Value? {
    let troubles = trouble.filter(\.isOfReads)
    let arriving: [Trouble] = if case .arriving = disk.content { [.arrivesLate] } else { [] }
    switch await choice("read", of: troubles + arriving) {
    case nil:
      if case .torn = disk.content { throw .damaged }
      let value = disk.value
      disk.content = .value(value)
      return value
    case .saysNothing: return nil
    case .arrivesLate:
      if case .arriving(_, before: let before) = disk.content { return before }
      return disk.value
    case .unavailable, .full, .tears, .vanishes:
      dependencies.note(.failed)
      throw .unavailable
    }
  }

  /// Waits for the schedule to choose success, `nil`, or a trouble.
  private func choice(_ operation: String, of troubles: [Trouble]) async -> Trouble? {
    let index = await dependencies.wait("\(operation) \(name)", troubles.count + 1, isCancellable: false) { index in
      index == 0 ? "done" : troubles[index - 1].label
    }
    guard let index, index > 0 else { return nil }
    return troubles[index - 1]
  }

  /// Replaces or removes the value where `isExpected` accepts what is there; throws ``StorageFault/notWritten``.
  public func write(
    _ value: Value?, where isExpected: @Sendable (Value?) -> Bool = { _ in true }
  ) async throws(StorageFault) {
    _ = try await write { isExpected($0) ? value : $0 }
  }

  /// Replaces the value with what `change` returns for it when it is written, and returns that; throws
  /// ``StorageFault/notWritten``.
  public func write(_ change: @Sendable (Value?) -> Value?) async throws(StorageFault) -> Value? {
    switch await choice("write", of: trouble.filter { !$0.isOfReads }) {
    case .full:
      dependencies.note(.failed)
      throw .notWritten
    case .tears:
      dependencies.note(.failed)
      disk.content = .torn
      throw .notWritten
    case .vanishes:
      dependencies.note(.succeeded)
      return change(disk.value)
    case .arrivesLate:
      let before = disk.value
      let changed = change(before)
      disk.content = .arriving(changed, before: before)
      dependencies.note(.succeeded)
      return changed
    case nil, .unavailable, .saysNothing:
      let changed = change(disk.value)
      disk.content = .value(changed)
      dependencies.note(.succeeded)
      return changed
    }
  }
}

extension ControlledDependencies {
  /// Creates a storage on a disk, whose reads and writes are steps named `read NAME` and `write NAME`.
  public func storage<Value: Hashable & Sendable>(
    _ name: String, on disk: ExploredDisk<Value>, trouble: [ControlledStorage<Value>.Trouble] = []
  ) -> ControlledStorage<Value> {
    ControlledStorage(name: name, disk: disk, trouble: trouble, dependencies: self)
  }
}

extension ExploredDisk: KeptByKit {
  var kept: [AnyHashable] { content.kept }
}

extension ControlledStorage: KeptByKit {
  var kept: [AnyHashable] { disk.content.kept }
}

extension ExploredDisk.Content {
  fileprivate var kept: [AnyHashable] {
    switch self {
    case .value(let value): value.map { [AnyHashable($0)] } ?? []
    case .torn: ["torn", "torn"]
    case .arriving(let value, before: let before): ["arriving", AnyHashable(value), AnyHashable(before)]
    }
  }
}
