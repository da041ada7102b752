import Core
import Foundation

/// The use cases of ``SearchStore``; each can be replaced.
public struct SearchUseCase: Sendable {
  /// The number of bytes beyond which a text is neither read nor sent.
  static let maximumTextSize = 10 * 1024

  /// Recommends repositories before a search.
  public var recommend: AnyUseCase<Void, [CodeRepositorySummary], Never>
  /// Waits for a pause in typing.
  public var waitForPause: AnyUseCase<Void, Void, SearchError>
  /// Searches for repositories.
  public var search: AnyUseCase<String, [CodeRepositorySummary], SearchError>
  /// Sorts repositories by stars.
  public var sort: AnyUseCase<[CodeRepositorySummary], [CodeRepositorySummary], Never>

  /// Creates the use cases of a repository; `onFailure` is called with each error before the Store gets it.
  ///
  /// A search begins after a `pause` in typing.
  public init(
    repository: any SearchRepository, pause: Duration = .milliseconds(300),
    clock: any Clock<Duration> = ContinuousClock(), onFailure: @escaping @Sendable (SearchError) -> Void = { _ in }
  ) {
    self.init(
      search: AnyUseCase { (text: String) async throws(SearchError) -> [CodeRepositorySummary] in
        guard text.utf8.count <= Self.maximumTextSize else { throw .unusableText }
        return try await repository.repositories(matching: text)
      }.reportingFailures(to: onFailure),
      waitForPause: AnyUseCase(WaitForPause(pause, clock: clock)))
  }

  /// Creates the use cases of an app without a repository.
  public init(
    search: AnyUseCase<String, [CodeRepositorySummary], SearchError>,
    waitForPause: AnyUseCase<Void, Void, SearchError> = AnyUseCase(WaitForPause()),
    recommend: AnyUseCase<Void, [CodeRepositorySummary], Never> = AnyUseCase(RecommendRepositories()),
    sort: AnyUseCase<[CodeRepositorySummary], [CodeRepositorySummary], Never> = AnyUseCase(SortByStars())
  ) {
    self.recommend = recommend
    self.waitForPause = waitForPause
    self.search = search
    self.sort = sort
  }
}

/// Recommends three repositories, without a request.
public struct RecommendRepositories: UseCase {
  private static let names = ["swiftlang/swift", "apple/swift-nio", "apple/swift-collections"]

  /// Creates the use case.
  public init() {}

  /// Returns the repositories; their stars are unknown.
  public func execute(_ parameters: Void) -> [CodeRepositorySummary] {
    Self.names.compactMap { name in
      URL(string: "https://github.com/\(name)").map { CodeRepositorySummary(name: name, stars: nil, htmlURL: $0) }
    }
  }
}

/// Sorts repositories by stars, the most first.
///
/// Those whose stars are unknown come last. Ties keep their order.
public struct SortByStars: UseCase {
  /// Creates the use case.
  public init() {}

  /// Returns the sorted repositories.
  public func execute(_ repositories: [CodeRepositorySummary]) -> [CodeRepositorySummary] {
    repositories.enumerated().sorted { first, second in
      let (stars, others) = (first.element.stars ?? -1, second.element.stars ?? -1)
      return stars == others ? first.offset < second.offset : stars > others
    }.map(\.element)
  }
}

/// Waits for a pause in typing, so that a word typed fast is one search.
///
/// Cancel it when the user types on.
public struct WaitForPause: UseCase {
  private let pause: Duration
  private let clock: any Clock<Duration>

  /// Creates the use case.
  public init(_ pause: Duration = .milliseconds(300), clock: any Clock<Duration> = ContinuousClock()) {
    self.pause = pause
    self.clock = clock
  }

  /// Waits; throws ``SearchError/cancelled`` where the task is cancelled first.
  public func execute(_ parameters: Void) async throws(SearchError) {
    do {
      try await clock.sleep(for: pause)
    } catch {
      throw .cancelled
    }
  }
}
