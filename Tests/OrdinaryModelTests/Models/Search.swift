import Foundation
import Observation

struct SearchResult: Identifiable, Hashable, Sendable {
  let id: Int
  var title: String
  var subtitle = ""
}

struct SearchPage: Hashable, Sendable {
  var results: [SearchResult]
  var hasMore: Bool
}

protocol SearchService: Sendable {
  func search(_ query: String, page: Int) async throws -> SearchPage
  func trending() async throws -> [String]
  func recordVisit(to id: SearchResult.ID) async throws
}

@MainActor
@Observable
final class SearchModel {
  var query = "" {
    didSet {
      guard query != oldValue else { return }
      startSearch(after: .milliseconds(300))
    }
  }

  private(set) var results: [SearchResult] = []
  private(set) var trending: [String] = []
  private(set) var isLoading = false
  private(set) var isLoadingMore = false
  private(set) var hasMore = false
  private(set) var errorMessage: String?

  var showsEmptyState: Bool {
    !shownQuery.isEmpty && results.isEmpty && !isLoading && errorMessage == nil
  }

  private var shownQuery = ""
  private let service: any SearchService
  @ObservationIgnored private var nextPage = 2
  @ObservationIgnored private var searchTask: Task<Void, Never>?
  @ObservationIgnored private var moreTask: Task<Void, Never>?

  init(service: any SearchService) {
    self.service = service
  }

  func loadTrending() async {
    guard trending.isEmpty else { return }
    trending = (try? await service.trending()) ?? []
  }

  /// Runs in a task of its own: `.refreshable` cancels its task when the list is redrawn,
  /// and typing has to be able to cancel the refresh.
  func refresh() async {
    startSearch(after: .zero)
    await searchTask?.value
  }

  /// Called when the last row appears.
  func loadMore() {
    guard hasMore, !isLoading, !isLoadingMore else { return }
    isLoadingMore = true
    let text = shownQuery, page = nextPage
    moreTask = Task {
      do {
        let more = try await service.search(text, page: page)
        guard !Task.isCancelled else { return }
        let known = Set(results.map(\.id))
        results += more.results.filter { !known.contains($0.id) }
        hasMore = more.hasMore
        nextPage = page + 1
      } catch {
        guard !Task.isCancelled else { return }
        errorMessage = "Could not load more results."
      }
      isLoadingMore = false
    }
  }

  func select(_ result: SearchResult) {
    Task { try? await service.recordVisit(to: result.id) }
  }

  private func startSearch(after delay: Duration) {
    searchTask?.cancel()
    moreTask?.cancel()
    isLoadingMore = false
    errorMessage = nil

    let text = query.trimmingCharacters(in: .whitespaces)
    guard !text.isEmpty else {
      searchTask = nil
      shownQuery = ""
      results = []
      hasMore = false
      isLoading = false
      return
    }

    isLoading = true
    searchTask = Task {
      if delay > .zero {
        try? await Task.sleep(for: delay)
      }
      guard !Task.isCancelled else { return }
      await loadFirstPage(of: text)
    }
  }

  private func loadFirstPage(of text: String) async {
    do {
      let page = try await service.search(text, page: 1)
      guard !Task.isCancelled else { return }
      results = page.results
      hasMore = page.hasMore
      nextPage = 2
      shownQuery = text
    } catch {
      guard !Task.isCancelled else { return }
      if text != shownQuery {
        results = []
        hasMore = false
      }
      errorMessage = "Could not search for “\(text)”."
    }
    isLoading = false
  }
}
