import Foundation
import Observation

/// Shared by all screens. A download that has begun is finished for the cache's sake.
actor ImageCache {
  private let fetch: @Sendable (URL) async throws -> Data
  private let capacity: Int
  private var images: [URL: Data] = [:]
  private var recent: [URL] = []
  private var inFlight: [URL: Task<Data, any Error>] = [:]

  init(capacity: Int = 200, fetch: @escaping @Sendable (URL) async throws -> Data) {
    self.capacity = capacity
    self.fetch = fetch
  }

  func image(for url: URL) async throws -> Data {
    if let image = images[url] {
      markUsed(url)
      return image
    }
    if let task = inFlight[url] {
      return try await task.value
    }
    let task = Task { try await fetch(url) }
    inFlight[url] = task
    defer { inFlight[url] = nil }
    let image = try await task.value
    images[url] = image
    markUsed(url)
    return image
  }

  func removeAll() {
    images = [:]
    recent = []
  }

  private func markUsed(_ url: URL) {
    recent.removeAll { $0 == url }
    recent.append(url)
    while recent.count > capacity {
      images[recent.removeFirst()] = nil
    }
  }
}

@MainActor
@Observable
final class ImageLoaderModel {
  enum Phase: Equatable {
    case loading
    case loaded(Data)
    case failed
  }

  private(set) var phases: [URL: Phase] = [:]

  @ObservationIgnored private let cache: ImageCache
  @ObservationIgnored private var visibleCells: [URL: Int] = [:]
  @ObservationIgnored private var tasks: [URL: Task<Void, Never>] = [:]

  init(cache: ImageCache) {
    self.cache = cache
  }

  /// `onAppear` of a cell; several cells may show the same picture.
  func load(_ url: URL) {
    visibleCells[url, default: 0] += 1
    start(url)
  }

  /// `onDisappear` of a cell.
  func cancel(_ url: URL) {
    guard let count = visibleCells[url] else { return }
    visibleCells[url] = count > 1 ? count - 1 : nil
    guard visibleCells[url] == nil else { return }
    tasks[url]?.cancel()
    tasks[url] = nil
    if phases[url] == .loading || phases[url] == .failed { phases[url] = nil }
  }

  func retry(_ url: URL) {
    guard visibleCells[url] != nil, phases[url] == .failed else { return }
    start(url)
  }

  func handleMemoryWarning() async {
    for url in phases.keys where visibleCells[url] == nil {
      phases[url] = nil
    }
    await cache.removeAll()
  }

  private func start(_ url: URL) {
    if case .loaded = phases[url] { return }
    guard tasks[url] == nil else { return }
    phases[url] = .loading
    tasks[url] = Task {
      do {
        let image = try await cache.image(for: url)
        guard !Task.isCancelled else { return }
        phases[url] = .loaded(image)
      } catch {
        guard !Task.isCancelled else { return }
        phases[url] = .failed
      }
      tasks[url] = nil
    }
  }
}
