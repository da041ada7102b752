import Foundation

/// The content and the limits of a ``FakeBackend``.
public struct FakeConfiguration: Sendable {
  /// The accounts that exist from the start.
  public var accounts: [FakeAccount]
  /// The users known to identity providers.
  public var identities: [FakeIdentity]
  /// The sessions of these accounts that are open from the start, such as one that a relaunched app has kept.
  public var sessions: [StoredSession]
  /// The number of wrong passwords in a row that locks an account.
  public var failuresBeforeLock: Int
  /// How long an account stays locked, in seconds.
  public var lockSeconds: Int
  /// How long an access token is accepted, in seconds; `nil` for no limit.
  public var accessTokenSeconds: Int?
  /// How long a refresh token that was used up is accepted once its successor is in use, in seconds.
  ///
  /// Later it ends the session. With `nil` it does so at once, unless the request has the idempotency key of the one that
  /// used it up.
  public var reuseGraceSeconds: Int?
  /// The number of requests that ``FakeBackend/requests`` keeps.
  public var recordedRequests: Int
  /// The number of tokens, sign-ups, posts, idempotency keys, profiles and failed logins that are kept.
  ///
  /// The oldest are dropped, so that a backend that runs for long does not grow.
  public var remembered: Int
  /// The timelines in display order; the first one is the home timeline.
  public var timelines: [FakeTimeline]
  /// The seed of the generated posts.
  public var seed: UInt64
  /// The seed of the access tokens; with `nil` they cannot be guessed.
  public var tokenSeed: UInt64?
  /// A date later than every generated post.
  public var start: Date
  /// The mistakes that the backend makes in pages.
  public var misbehavior: FakeMisbehavior
  /// The services beside those of the three features; one may replace their routes.
  public var services: [any FakeService]
  /// The clock.
  public var now: @Sendable () -> Date

  /// Creates a configuration: by default the account ``FakeAccount/taro``, also known to Apple, Google and Facebook, and the
  /// timelines ``FakeTimeline/examples``, which end on 8 March 2026.
  public init(
    accounts: [FakeAccount] = [.taro], identities: [FakeIdentity] = FakeIdentity.examples,
    sessions: [StoredSession] = [], failuresBeforeLock: Int = 5, lockSeconds: Int = 30,
    accessTokenSeconds: Int? = nil, reuseGraceSeconds: Int? = 30, recordedRequests: Int = 10_000,
    remembered: Int = 10_000, timelines: [FakeTimeline] = FakeTimeline.examples, seed: UInt64 = 2026,
    tokenSeed: UInt64? = 2026, start: Date = Date(timeIntervalSince1970: 1_772_944_371),
    misbehavior: FakeMisbehavior = [], services: [any FakeService] = [],
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.accounts = accounts
    self.identities = identities
    self.sessions = sessions
    self.failuresBeforeLock = failuresBeforeLock
    self.lockSeconds = lockSeconds
    self.accessTokenSeconds = accessTokenSeconds
    self.reuseGraceSeconds = reuseGraceSeconds
    self.recordedRequests = recordedRequests
    self.remembered = remembered
    self.timelines = timelines
    self.seed = seed
    self.tokenSeed = tokenSeed
    self.start = start
    self.misbehavior = misbehavior
    self.services = services
    self.now = now
  }
}

/// An account of a ``FakeBackend``.
public struct FakeAccount: Sendable, Equatable {
  /// The identifier of the user.
  public let id: String
  /// The name of the user.
  public let name: String
  /// The email address, not case-sensitive.
  public let email: String
  /// The password.
  public let password: Secret

  /// Creates an account.
  public init(id: String, name: String, email: String, password: Secret) {
    self.id = id
    self.name = name
    self.email = email
    self.password = password
  }

  /// The account that the examples sign in with.
  public static let taro = FakeAccount(
    id: "user-1", name: "太郎", email: "taro@example.com", password: Secret("password123"))
}

/// A user of an identity provider.
public struct FakeIdentity: Sendable, Equatable {
  /// The provider, as in the path of `POST /v1/login/{provider}`.
  public let provider: String
  /// The token of the provider for this user.
  public let token: Secret
  /// The email address of the account; where there is none, login fails with 404.
  public let email: String

  /// Creates an identity.
  public init(provider: String, token: Secret, email: String) {
    self.provider = provider
    self.token = token
    self.email = email
  }

  /// ``FakeAccount/taro`` at Apple, Google and Facebook, and a user of Google without an account.
  public static let examples = [
    FakeIdentity(provider: "apple", token: Secret("apple-taro"), email: "taro@example.com"),
    FakeIdentity(provider: "google", token: Secret("google-taro"), email: "taro@example.com"),
    FakeIdentity(provider: "facebook", token: Secret("facebook-taro"), email: "taro@example.com"),
    FakeIdentity(provider: "google", token: Secret("google-nobody"), email: "nobody@example.com"),
  ]
}

/// A timeline of a ``FakeBackend``.
public struct FakeTimeline: Sendable, Equatable {
  /// The identifier of the timeline.
  public let id: String
  /// The title of the timeline.
  public let title: String
  /// The number of generated posts, 0 to 10 million; they cost nothing until they are read.
  public let postCount: Int

  /// Creates a timeline; a post count out of range is clamped.
  public init(id: String, title: String, postCount: Int) {
    self.id = id
    self.title = title
    self.postCount = min(max(0, postCount), 10_000_000)
  }

  /// A home timeline of 45 posts, which are three pages, one of 7 and an empty one.
  public static let examples = [
    FakeTimeline(id: "home", title: "ホーム", postCount: 45),
    FakeTimeline(id: "swift", title: "Swift", postCount: 7),
    FakeTimeline(id: "quiet", title: "静かなリスト", postCount: 0),
  ]
}

/// The mistakes that a ``FakeBackend`` makes in the pages of a timeline, as real servers do.
///
/// With any of them, a client that follows `next_max_id` gets every post at least once; with those of ``endless``, it gets
/// to no end.
public struct FakeMisbehavior: OptionSet, Sendable {
  /// The bits of the set.
  public let rawValue: Int

  /// Creates a set from its bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// A page repeats the last posts of the page before.
  public static let overlappingPages = FakeMisbehavior(rawValue: 1)
  /// Posts are out of order, across the boundary of two pages too.
  public static let unorderedPages = FakeMisbehavior(rawValue: 2)
  /// Every page has half the posts of the limit.
  public static let shortPages = FakeMisbehavior(rawValue: 4)
  /// The last page is empty.
  public static let emptyLastPage = FakeMisbehavior(rawValue: 8)
  /// The post at the cursor of a page is deleted just before the page is read.
  public static let deletedPosts = FakeMisbehavior(rawValue: 16)
  /// A new post arrives before every page but the first.
  public static let arrivingPosts = FakeMisbehavior(rawValue: 32)

  /// The last page leads back to the second one: for example, the cursors are A, B, A, B.
  public static let cyclicPages = FakeMisbehavior(rawValue: 64)
  /// Empty pages follow the last one, each with a new cursor.
  public static let endlessEmptyPages = FakeMisbehavior(rawValue: 128)

  /// Every mistake at once, without those that have no end.
  public static let all: FakeMisbehavior = [
    .overlappingPages, .unorderedPages, .shortPages, .emptyLastPage, .deletedPosts, .arrivingPosts,
  ]

  /// The mistakes with which paging has no end; of both, the empty pages win.
  public static let endless: FakeMisbehavior = [.cyclicPages, .endlessEmptyPages]

  /// The mistakes by the names that `focal-http serve` has for them.
  package static let named: KeyValuePairs<String, FakeMisbehavior> = [
    "overlapping-pages": .overlappingPages, "unordered-pages": .unorderedPages, "short-pages": .shortPages,
    "empty-last-page": .emptyLastPage, "deleted-posts": .deletedPosts, "arriving-posts": .arrivingPosts,
    "cyclic-pages": .cyclicPages, "endless-empty-pages": .endlessEmptyPages,
  ]
}
