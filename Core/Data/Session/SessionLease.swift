import Foundation

/// The turn of one process at a refresh, in an item that has no lock.
struct SessionLease: Sendable, Hashable, Codable {
  /// How long it lasts at most, in seconds: most requests take less, and the next launch waits as long where its holder was
  /// killed.
  static let life: TimeInterval = 20

  let holder: UUID
  let end: Date
}

extension SessionItem {
  /// Performs a refresh with the lease of the item, and waits for the end of that of another process.
  ///
  /// An item that has no session, or fails, has no lease: the refresh is performed nevertheless.
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
    guard var content = try? content() else { return true }
    // One that would last longer than it can was taken by a clock that was ahead.
    if let lease = content.lease, now < lease.end, lease.end <= now + SessionLease.life { return false }
    content.lease = SessionLease(holder: holder, end: now + SessionLease.life)
    try? save(content)
    guard let saved = try? self.content() else { return true }
    return saved.lease == nil || saved.lease?.holder == holder
  }

  @concurrent
  private func endLease(of holder: UUID) async {
    guard var content = try? content(), content.lease?.holder == holder else { return }
    content.lease = nil
    try? save(content)
  }
}
