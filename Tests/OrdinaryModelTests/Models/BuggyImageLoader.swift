import Foundation
import Observation

@MainActor
@Observable
final class BuggyImageLoaderModel {
  enum Phase: Equatable {
    case loading
    case loaded(Data)
    case failed
  }

  private(set) var phases: [URL: Phase] = [:]

  @ObservationIgnored private let cache: ImageCache
  @ObservationIgnored private var visible: Set<URL> = []
  @ObservationIgnored private var tasks: [URL: Task<Void, Never>] = [:]

  init(cache: ImageCache) {
    self.cache = cache
  }

  /// `onAppear` of a cell.
  func load(_ url: URL) {
    visible.insert(url)
    start(url)
  }

  /// `onDisappear` of a cell.
  func cancel(_ url: URL) {
    visible.remove(url)
    tasks[url]?.cancel()
    tasks[url] = nil
    if phases[url] == .loading || phases[url] == .failed { phases[url] = nil }
  }

  func retry(_ url: URL) {
    guard visible.contains(url), phases[url] == .failed else { return }
    start(url)
  }

  func handleMemoryWarning() async {
    for url in phases.keys where !visible.contains(url) {
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
