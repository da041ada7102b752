import Core

/// All that a ``PlaceholderStore`` remembers.
package struct PlaceholderMemory: Sendable, Hashable {
  private enum Page: Sendable, Hashable {
    case unread
    case unreadable(String)
    case read([PlaceholderItem])
  }

  private var page = Page.unread
  private var isReading = false
  package private(set) var notice: Notice?
  /// The latest read; the answer to an earlier one is ignored.
  package private(set) var generation = Generation()

  package init() {}

  package var state: PlaceholderState {
    switch page {
    case .read(let items): .loaded(items)
    case .unread: isReading ? .loading : .idle
    case .unreadable(let text): isReading ? .loading : .error(text)
    }
  }

  /// The same memory with the first generation: what an exploration compares, which names generations by itself.
  package var withoutGenerations: PlaceholderMemory {
    var memory = self
    memory.generation = Generation()
    return memory
  }

  /// Begins to read the items; `nil` while they are being read.
  package mutating func beginLoad() -> Generation? {
    guard !isReading else { return nil }
    isReading = true
    return generation.next()
  }

  /// Shows the items at the end of a read.
  package mutating func succeed(_ attempt: Generation, _ items: [PlaceholderItem]) {
    guard attempt == generation else { return }
    (page, isReading) = (.read(items), false)
  }

  /// Shows a first failure in place of the items, and a later one as a notice; returns whether the read is the latest.
  package mutating func fail(
    _ attempt: Generation, _ error: PlaceholderError, _ messages: PlaceholderMessages
  ) -> Bool {
    guard attempt == generation else { return false }
    isReading = false
    guard error != .cancelled else { return true }
    switch page {
    case .unread, .unreadable: page = .unreadable(messages.text(for: error, doing: .load))
    case .read: notice = messages.notice(for: error, doing: .load)
    }
    return true
  }

  package mutating func dismissNotice() {
    notice = nil
  }

  /// Forgets everything, and ignores the answer that is still to come.
  package mutating func startAfresh() {
    generation.next()
    (page, isReading, notice) = (.unread, false, nil)
  }
}
