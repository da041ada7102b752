import Core
import Observation

/// Placeholder, as a view observes it, and what a user can do about it.
///
/// A double tap is one request: an action begins in the same turn of the main actor in which it is called.
@MainActor
@Observable
public final class PlaceholderStore: PlaceholderActions {
  /// All that a view needs to know.
  public private(set) var state = PlaceholderState.idle
  /// What the user is told once.
  public private(set) var notice: Notice?

  private let useCase: PlaceholderUseCase
  private let messages: PlaceholderMessages
  private let route: @MainActor (PlaceholderRoute) -> Void
  /// Whether the items are being read, which ``state`` does not say while older ones are shown.
  @ObservationIgnored private var isReading = false

  /// Makes a Store.
  ///
  /// - Parameters:
  ///   - useCase: What it can do.
  ///   - messages: The texts.
  ///   - route: Performs a route.
  public init(
    useCase: PlaceholderUseCase, messages: PlaceholderMessages = .japanese,
    route: @escaping @MainActor (PlaceholderRoute) -> Void = { _ in }
  ) {
    self.useCase = useCase
    self.messages = messages
    self.route = route
  }

  /// Reads the items.
  public func load() async {
    guard !isReading else { return }
    isReading = true
    let before = state
    if before.content == nil { state = .loading }
    do throws(PlaceholderError) {
      state = .loaded(PlaceholderContent(items: try await useCase.readItems.execute()))
    } catch {
      readingFailed(error, before)
    }
    isReading = false
  }

  /// Asks for the screen of an item.
  ///
  /// - Parameter id: The item.
  public func select(_ id: PlaceholderItem.ID) {
    route(.item(id))
  }

  /// Clears the notice.
  public func dismissNotice() {
    notice = nil
  }

  /// Puts back what was there before; a failure never takes away what the user already sees.
  private func readingFailed(_ error: PlaceholderError, _ before: PlaceholderState) {
    let text = messages.text(for: error)
    switch (error, before) {
    case (.cancelled, _):
      if before.content == nil { state = before }
      return
    case (_, .loaded):
      notice = Notice(title: messages.readFailedTitle, text: text, button: messages.dismiss)
    case (_, .idle), (_, .loading), (_, .error):
      state = .error(text)
    }
    if error == .sessionEnded { route(.sessionEnded) }
    if error == .notAuthorized { route(.signIn) }
  }
}
