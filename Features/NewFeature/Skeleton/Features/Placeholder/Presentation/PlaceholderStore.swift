import Core
import Observation

/// Observable items and their actions.
///
/// A double tap sends one request, and the last request wins: stale responses are ignored.
@MainActor
@Observable
public final class PlaceholderStore: PlaceholderActions {
  /// The state of the screen.
  public private(set) var state = PlaceholderState.idle
  /// A message to show once.
  public private(set) var notice: Notice?
  /// The strings of the screen.
  public let messages: PlaceholderMessages

  private let useCase: PlaceholderUseCase
  private let onRoute: @MainActor (PlaceholderRoute) -> Void
  @ObservationIgnored private var generation = Generation()
  /// The read in progress.
  @ObservationIgnored private var reading: Generation?
  @ObservationIgnored private var observation: Session.Observation?

  /// Creates a Store; `onRoute` navigates.
  public init(
    useCase: PlaceholderUseCase, messages: PlaceholderMessages = PlaceholderMessages(language: .preferred),
    onRoute: @escaping @MainActor (PlaceholderRoute) -> Void = { _ in }
  ) {
    self.useCase = useCase
    self.messages = messages
    self.onRoute = onRoute
  }

  public func load() async {
    guard reading == nil else { return }
    let before = state
    let current = generation.next()
    reading = current
    if before.items == nil { state = .loading }
    do throws(PlaceholderError) {
      let items = try await useCase.readItems.execute()
      guard reading == current else { return }
      reading = nil
      state = .loaded(items)
    } catch {
      guard reading == current else { return }
      reading = nil
      readingFailed(error, before)
    }
  }

  public func select(_ id: PlaceholderItem.ID) {
    onRoute(.item(id))
  }

  public func dismissNotice() {
    notice = nil
  }

  /// Starts afresh whenever another user, or none, is signed in.
  func observe(_ session: Session) {
    observation = session.onUserChange { [weak self] in self?.startAfresh() }
  }

  private func startAfresh() {
    reading = nil
    (state, notice) = (.idle, nil)
  }

  /// Shows a first failure in place of the items, and a later one as a notice above them.
  private func readingFailed(_ error: PlaceholderError, _ before: PlaceholderState) {
    let isFirst = before.items == nil
    guard error != .cancelled else {
      if isFirst { state = before }
      return
    }
    let text = messages.read(failedWith: error)
    if isFirst {
      state = .error(text)
    } else {
      notice = Notice(
        title: messages.readFailedTitle, text: text, button: messages.common.retry, action: .retry)
    }
    if error == .notAuthorized { onRoute(.signIn) }
  }
}
