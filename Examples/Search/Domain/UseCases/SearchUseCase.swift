import Core

/// The use cases of Search, as ``SearchStore`` gets them.
///
/// Each can be replaced.
public struct SearchUseCase: Sendable {
  /// Recommends repositories before anything was searched for.
  public var recommend: AnyUseCase<Void, [CodeRepositorySummary], Never>
  /// Waits until nobody has typed for a moment.
  public var waitForPause: AnyUseCase<Void, Void, SearchError>
  /// Searches for repositories.
  public var search: AnyUseCase<String, [CodeRepositorySummary], SearchError>
  /// Puts the repositories with the most stars first.
  public var sort: AnyUseCase<[CodeRepositorySummary], [CodeRepositorySummary], Never>

  /// Makes the use cases of a repository.
  ///
  /// - Parameters:
  ///   - repository: Where repositories are searched for.
  ///   - pause: How long nobody must have typed before a search begins.
  ///   - clock: What measures that.
  ///   - failed: Is told of every failed search before the Store is, for a log.
  public init(
    repository: any SearchRepository, pause: Duration = .milliseconds(300),
    clock: any Clock<Duration> = ContinuousClock(), failed: @escaping @Sendable (SearchError) -> Void = { _ in }
  ) {
    recommend = AnyUseCase(RecommendRepositories())
    waitForPause = AnyUseCase(WaitForPause(pause, clock: clock))
    search = SearchRepositories(repository: repository).reportingFailures(to: failed)
    sort = AnyUseCase(SortByStars())
  }
}
