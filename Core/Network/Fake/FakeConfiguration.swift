import Foundation

/// What the fake backend knows at its start.
public struct FakeConfiguration: Sendable {
  /// The accounts that exist.
  public var accounts: [FakeAccount]
  /// The people that identity providers vouch for.
  public var identities: [FakeIdentity]
  /// How many wrong passwords in a row lock an account.
  public var failuresBeforeLock: Int
  /// How long an account stays locked, in whole seconds.
  public var lockSeconds: Int
  /// How many of the last requests are recorded.
  public var recordedRequests: Int
  /// How many of each thing that clients make are remembered at least.
  ///
  /// Those are tokens, sign-ups, posts, keys, profiles and addresses that failed to sign in. The oldest are forgotten,
  /// so that a backend that is served does not grow.
  public var remembered: Int
  /// The timelines, in the order to show them; the first one is where a reader starts.
  public var timelines: [FakeTimeline]
  /// What the generated posts are made from.
  public var seed: UInt64
  /// The moment before which every generated post was written.
  public var start: Date
  /// What the backend does wrong with pages.
  public var misbehaviour: FakeMisbehaviour
  /// The clock.
  public var now: @Sendable () -> Date

  /// Makes a configuration: the account `taro@example.com` with the password `password123`, whose name is 太郎, known
  /// to Google and Facebook too, and timelines to read.
  ///
  /// - Parameters:
  ///   - accounts: The accounts that exist.
  ///   - identities: The people that identity providers vouch for.
  ///   - failuresBeforeLock: How many wrong passwords in a row lock an account.
  ///   - lockSeconds: How long an account stays locked, in whole seconds.
  ///   - recordedRequests: How many of the last requests are recorded.
  ///   - remembered: How many of each thing that clients make are remembered at least.
  ///   - timelines: The timelines, in the order to show them.
  ///   - seed: What the generated posts are made from.
  ///   - start: The moment before which every generated post was written, the 8th of March 2026 by default.
  ///   - misbehaviour: What the backend does wrong with pages; nothing by default.
  ///   - now: The clock.
  public init(
    accounts: [FakeAccount] = [.taro], identities: [FakeIdentity] = FakeIdentity.examples,
    failuresBeforeLock: Int = 5, lockSeconds: Int = 30, recordedRequests: Int = 10_000,
    remembered: Int = 10_000, timelines: [FakeTimeline] = FakeTimeline.examples, seed: UInt64 = 2026,
    start: Date = Date(timeIntervalSince1970: 1_772_944_371), misbehaviour: FakeMisbehaviour = [],
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.accounts = accounts
    self.identities = identities
    self.failuresBeforeLock = failuresBeforeLock
    self.lockSeconds = lockSeconds
    self.recordedRequests = recordedRequests
    self.remembered = remembered
    self.timelines = timelines
    self.seed = seed
    self.start = start
    self.misbehaviour = misbehaviour
    self.now = now
  }
}
