import Foundation

/// The turn of one process at a refresh, where the sessions of a storage have no lock.
struct SessionLease: Sendable, Hashable, Codable {
  /// How long it lasts at most, in seconds: most requests take less, and the next launch waits as long where its holder was
  /// killed.
  static let life: TimeInterval = 20

  let holder: UUID
  let end: Date
}

/// The item in which a storage of the device keeps a lease, beside that of the session.
protocol LeaseItem: Sendable {
  func leaseData() throws(SessionStorageError) -> Data?
  func writeLease(_ data: Data) throws(SessionStorageError)
  func removeLease()
}

extension LeaseItem {
  /// Performs a refresh with the lease, and waits for the end of that of another process.
  ///
  /// With an item that fails there is no lease: the refresh is performed nevertheless.
  func withLease<Success>(
    now: @escaping @Sendable () -> Date = { Date() },
    pause: @Sendable () async -> Void = { try? await Task.sleep(for: .milliseconds(200)) },
    _ refresh: () async -> Success
  ) async -> Success {
    let holder = UUID()
    // Nothing tells when another process ends its lease.
    while await !takeLease(as: holder, now: now()), !Task.isCancelled { await pause() }
    let result = await refresh()
    await endLease(of: holder)
    return result
  }

  /// Returns whether no other process has the lease now.
  @concurrent
  private func takeLease(as holder: UUID, now: Date) async -> Bool {
    let former = lease
    // One that would last longer than it can was taken by a clock that was ahead.
    if let former, now < former.end, former.end <= now + SessionLease.life { return false }
    guard let data = try? JSONCoding.encode(SessionLease(holder: holder, end: now + SessionLease.life)) else {
      return true
    }
    try? writeLease(data)
    // Where the storage replaces nothing, the former lease, which is over, stays.
    return lease.map { $0.holder == holder || $0.holder == former?.holder } ?? true
  }

  @concurrent
  private func endLease(of holder: UUID) async {
    if lease?.holder == holder { removeLease() }
  }

  private var lease: SessionLease? {
    guard let data = try? leaseData() else { return nil }
    return try? JSONCoding.decode(SessionLease.self, from: data)
  }
}
