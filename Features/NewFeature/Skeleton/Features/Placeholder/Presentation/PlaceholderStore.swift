import Core
import Observation

/// Observable items and their actions.
///
/// A double tap sends one request, and the last request wins: stale responses are ignored.
@MainActor
@Observable
public final class PlaceholderStore: PlaceholderActions {
  package private(set) var memory = PlaceholderMemory()
  /// The strings of the screen.
  public let messages: PlaceholderMessages

  private let useCase: PlaceholderUseCase
  private let onRoute: @MainActor (PlaceholderRoute) -> Void
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

  /// The state of the screen.
  public var state: PlaceholderState { memory.state }
  /// A message to show once.
  public var notice: Notice? { memory.notice }

  public func load() async {
    guard let attempt = memory.beginLoad() else { return }
    do throws(PlaceholderError) {
      memory.succeed(attempt, try await useCase.items())
    } catch {
      if memory.fail(attempt, error, messages), error == .notAuthorized { onRoute(.signIn) }
    }
  }

  public func select(_ id: PlaceholderItem.ID) {
    onRoute(.item(id))
  }

  public func dismissNotice() {
    memory.dismissNotice()
  }

  /// Starts afresh whenever another user, or none, is signed in.
  func observe(_ session: Session) {
    observation = session.onUserChange { [weak self] in self?.memory.startAfresh() }
  }
}
