import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Core

/// A keychain item, which has no lock and lies.
private final class LyingItem: SessionStorage, SessionItem, LeaseItem {
  enum Lie {
    case saysNothing, writesNothing, removesNothing
  }

  let name = "The item"
  let content = Mutex<Data?>(nil)
  private let lease = Mutex<Data?>(nil)
  private let lie: Mutex<Lie?>

  init(_ lie: Lie? = nil) {
    self.lie = Mutex(lie)
  }

  func tell(_ lie: Lie?) { self.lie.withLock { $0 = lie } }
  func load() throws(SessionStorageError) -> StoredSession? { try readOrSetAside() }

  @discardableResult
  func update(_ change: @Sendable (StoredSession?) -> StoredSession?) throws(SessionStorageError) -> StoredSession? {
    try replace(change)
  }

  func data() -> Data? { lie.withLock { $0 } == .saysNothing ? nil : content.withLock { $0 } }

  func write(_ data: Data) {
    if lie.withLock({ $0 }) != .writesNothing { content.withLock { $0 = data } }
  }

  func remove() {
    if lie.withLock({ $0 }) != .removesNothing { content.withLock { $0 = nil } }
  }

  func setAside() { content.withLock { $0 = nil } }
  func removeAside() {}
  func leaseData() -> Data? { lease.withLock { $0 } }

  func writeLease(_ data: Data) {
    if self.lie.withLock({ $0 }) != .writesNothing { lease.withLock { $0 = data } }
  }

  func removeLease() { lease.withLock { $0 = nil } }
}

struct LyingItemTests {
  private let item = LyingItem()

  @Test func `A write or a removal that did nothing is told`() throws {
    item.tell(.writesNothing)
    #expect(throws: SessionStorageError.notWritten(reason: "The item is not what was written.")) {
      try item.update { _ in .taro }
    }
    item.tell(.removesNothing)
    try item.update { _ in .taro }
    #expect(throws: SessionStorageError.notWritten(reason: "The item is still there after its removal.")) {
      try item.update { _ in nil }
    }
    #expect(try item.load() == .taro)
  }

  @Test func `What is not found is not removed`() throws {
    try item.update { _ in .taro }
    item.tell(.saysNothing)
    #expect(try item.update { $0 } == nil)
    item.tell(nil)
    #expect(try item.load() == .taro)
  }
}

struct SessionLeaseTests {
  private let item = LyingItem()
  private let clock = ManualClock()
  private let pauses = Log<Date>()

  /// Refreshes as another process, which notes each time that it waits.
  private func refresh(
    pausing pause: @escaping @Sendable () async -> Void = {}, _ refresh: () async -> Void
  ) async {
    await item.withLease(
      now: { [clock] in clock.now },
      pause: { [clock, pauses] in
        pauses.append(clock.now)
        await pause()
      }, refresh)
  }

  @Test func `A process refreshes once the other one has`() async {
    let (saved, order) = (Gate(), Log<String>())
    let first = Task {
      await refresh {
        await saved.pass()
        order.append("first")
      }
    }
    await saved.arrived()
    await refresh(pausing: {
      saved.open()
      await first.value
    }) {
      order.append("second")
    }
    #expect(order.values == ["first", "second"])
    #expect(pauses.values.count == 1)
    await refresh {}
    #expect(pauses.values.count == 1)
  }

  @Test func `The lease of a process that was killed ends after 20 seconds`() async {
    let start = clock.now
    await refresh { [clock] in
      await refresh(pausing: { clock.advance(seconds: 5) }, {})
    }
    #expect(pauses.values == [0, 5, 10, 15].map { start + $0 })
  }

  @Test func `A lease that would last longer, of a clock that was ahead, is none`() async {
    clock.advance(seconds: 3_600)
    await refresh { [clock] in
      clock.advance(seconds: -3_600)
      await refresh {}
    }
    #expect(pauses.values == [])
  }

  @Test func `With an item that writes nothing a refresh is performed nevertheless`() async {
    item.tell(.writesNothing)
    let isPerformed = Log<Bool>()
    await refresh { isPerformed.append(true) }
    #expect(isPerformed.values == [true])
    #expect(pauses.values == [])
  }

  @Test func `With one that writes nothing over the lease of a killed process, too`() async {
    let isPerformed = Log<Bool>()
    await refresh { [clock, item] in
      clock.advance(seconds: 20)
      item.tell(.writesNothing)
      await refresh { isPerformed.append(true) }
    }
    #expect(isPerformed.values == [true])
    #expect(pauses.values == [])
  }
}
