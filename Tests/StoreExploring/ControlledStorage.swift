import Synchronization

/// What a storage keeps, which survives when the process is killed.
public final class ExploredDisk<Value: Hashable & Sendable>: Sendable {
  /// What is on the disk.
  public enum Content: Hashable, Sendable {
    /// A whole value, or none.
    case value(Value?)
    /// Part of a value.
    case torn
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

  /// The whole value on the disk.
  public var value: Value? {
    if case .value(let value) = content { value } else { nil }
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
    /// A write throws ``StorageFault/notWritten`` and changes nothing.
    case full
    /// A write throws ``StorageFault/notWritten`` and leaves part of the value, as where no write is atomic.
    case tears
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
    let isTroubled = trouble.contains(.unavailable)
    let index = await dependencies.wait("read \(name)", isTroubled ? 2 : 1, isCancellable: false) { index in
      index == 0 ? "done" : "unavailable"
    }
    guard index == 0 else {
      dependencies.note(.failed)
      throw .unavailable
    }
    guard case .value(let value) = disk.content else { throw .damaged }
    return value
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
    let trouble = trouble.filter { $0 != .unavailable }
    let index = await dependencies.wait("write \(name)", trouble.count + 1, isCancellable: false) { index in
      index == 0 ? "done" : trouble[index - 1] == .full ? "full" : "tears"
    }
    guard let index, index > 0 else {
      let changed = change(disk.value)
      disk.content = .value(changed)
      dependencies.note(.succeeded)
      return changed
    }
    dependencies.note(.failed)
    if trouble[index - 1] == .tears { disk.content = .torn }
    throw .notWritten
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
    }
  }
}
