import Foundation
import Observation

struct Track: Identifiable, Equatable, Sendable {
  let id: String
  var title: String
  var url: URL
}

struct AudioItem: Sendable {
  var trackID: Track.ID
  var duration: TimeInterval
}

protocol AudioLoader: Sendable {
  func load(_ track: Track) async throws -> AudioItem
}

@MainActor
protocol AudioOutput: AnyObject {
  func prepare(_ item: AudioItem)
  func play()
  func pause()
  func seek(to position: TimeInterval)
}

@MainActor
@Observable
final class PlayerModel {
  enum State: Equatable {
    case idle
    case loading
    case ready
    case failed(String)
  }

  let queue: [Track]
  private(set) var index = 0
  private(set) var state = State.idle
  private(set) var isPlaying = false
  private(set) var position: TimeInterval = 0
  private(set) var duration: TimeInterval = 0

  var current: Track? { queue.indices.contains(index) ? queue[index] : nil }
  var progress: Double { duration > 0 ? position / duration : 0 }

  private let loader: any AudioLoader
  private let output: any AudioOutput
  @ObservationIgnored private var loadTask: Task<Void, Never>?
  @ObservationIgnored private var ticker: Task<Void, Never>?

  init(queue: [Track], loader: any AudioLoader, output: any AudioOutput) {
    self.queue = queue
    self.loader = loader
    self.output = output
  }

  func play() {
    guard !isPlaying, let current else { return }
    isPlaying = true
    switch state {
    case .idle, .failed:
      load(current)
    case .loading:
      break  // starts as soon as the item is there
    case .ready:
      if position >= duration { seek(to: 0) }
      startPlayback()
    }
  }

  func pause() {
    isPlaying = false
    ticker?.cancel()
    output.pause()
  }

  func togglePlayPause() {
    isPlaying ? pause() : play()
  }

  func seek(to newPosition: TimeInterval) {
    guard state == .ready else { return }
    position = min(max(newPosition, 0), duration)
    output.seek(to: position)
  }

  func next() {
    guard index + 1 < queue.count else { return }
    index += 1
    load(queue[index])
  }

  func previous() {
    guard position < 3, index > 0 else { return seek(to: 0) }
    index -= 1
    load(queue[index])
  }

  private func load(_ track: Track) {
    loadTask?.cancel()
    ticker?.cancel()
    output.pause()
    state = .loading
    position = 0
    duration = 0
    loadTask = Task {
      do {
        let item = try await loader.load(track)
        guard !Task.isCancelled else { return }
        output.prepare(item)
        duration = item.duration
        state = .ready
        if isPlaying { startPlayback() }
      } catch {
        guard !Task.isCancelled else { return }
        state = .failed("“\(track.title)” could not be loaded.")
        isPlaying = false
      }
    }
  }

  private func startPlayback() {
    output.play()
    ticker?.cancel()
    ticker = Task { [weak self] in
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(1))
        guard !Task.isCancelled, let self else { return }
        tick()
      }
    }
  }

  private func tick() {
    position = min(position + 1, duration)
    guard position >= duration else { return }
    index + 1 < queue.count ? next() : pause()
  }
}
