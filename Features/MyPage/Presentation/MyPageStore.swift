import Core
import Observation

/// Observable profile of the signed-in user and its actions.
///
/// A double tap sends one request, and the last request wins: stale responses are ignored.
@MainActor
@Observable
public final class MyPageStore: MyPageActions {
  /// The state of the screen.
  public private(set) var state = MyPageState.idle
  /// A message to show once.
  public private(set) var notice: Notice?
  /// The strings of the screen.
  public let messages: MyPageMessages

  private let useCase: MyPageUseCase
  private let onRoute: @MainActor (MyPageRoute) -> Void
  @ObservationIgnored private var generation = Generation()
  /// The read in progress; `nil` again once a save or a delete makes its response stale.
  @ObservationIgnored private var reading: Generation?
  /// Whether the form is being checked or saved, or the profile deleted.
  @ObservationIgnored private var isWriting = false
  /// Whether the notice is about the name in the form.
  @ObservationIgnored private var isNameRefused = false

  /// Creates a Store; `onRoute` navigates.
  public init(
    useCase: MyPageUseCase, messages: MyPageMessages = MyPageMessages(language: .preferred),
    onRoute: @escaping @MainActor (MyPageRoute) -> Void = { _ in }
  ) {
    self.useCase = useCase
    self.messages = messages
    self.onRoute = onRoute
  }

  /// The rules of the form.
  public var rules: ProfileRules { useCase.rules }

  public func load() async {
    guard reading == nil, !isWriting else { return }
    let before = state
    let current = generation.next()
    reading = current
    if before.content == nil { state = .loading }
    do throws(MyPageError) {
      let stored = try await useCase.readProfile.execute()
      if reading == current { show(stored, form: state.content?.form ?? ProfileInput()) }
    } catch {
      guard reading == current else { return }
      reading = nil
      readingFailed(error, before)
    }
  }

  public func save(name: String, gender: Int) async {
    guard state != .loading, !isWriting else { return }
    isWriting = true
    defer { isWriting = false }
    let before = state
    let input = ProfileInput(name: name, gender: gender)
    do throws(MyPageError) {
      let draft = try await useCase.draftProfile.execute(input)
      begin(.saving, input)
      show(try await useCase.saveProfile.execute(draft))
      present(messages.saveDoneTitle, messages.saveDone)
    } catch .cancelled {
      if let form = before.content?.form { change { ($0.form, $0.activity) = (form, .idle) } } else { state = before }
    } catch {
      change { ($0.form, $0.activity) = (input, .idle) }
      present(messages.saveFailedTitle, messages.save(failedWith: error))
      isNameRefused = error == .invalidName
    }
  }

  public func deleteProfile() async {
    guard let form = state.content?.form, !isWriting else { return }
    isWriting = true
    defer { isWriting = false }
    begin(.deleting, form)
    do throws(MyPageError) {
      try await useCase.deleteProfile.execute()
      show(StoredProfile(profile: nil, isSaved: false))
      present(messages.deleteDoneTitle, messages.deleteDone)
    } catch {
      change { $0.activity = .idle }
      if error != .cancelled { present(messages.deleteFailedTitle, messages.delete(failedWith: error)) }
    }
  }

  public func dismissNotice() {
    notice = nil
    guard isNameRefused else { return }
    isNameRefused = false
    change { $0.form = ProfileInput(gender: $0.form.gender) }
  }

  private func readingFailed(_ error: MyPageError, _ before: MyPageState) {
    let isFirst = state == .loading
    guard error != .cancelled else {
      if isFirst { state = before }
      return
    }
    let text = messages.read(failedWith: error)
    if isFirst { state = .error(text) }
    if isFirst, error == .notAuthorized { onRoute(.signIn) } else { present(messages.readFailedTitle, text, .retry) }
  }

  /// Shows what the server keeps; a profile without a gender is copied to an empty form, which asks for one.
  private func show(_ stored: StoredProfile, form: ProfileInput = ProfileInput()) {
    reading = nil
    var content = MyPageContent(isSaved: stored.isSaved, form: form)
    if let profile = stored.profile {
      content.profile = MyPageProfile(profile, messages: messages)
      content.needsGender = profile.gender == nil && !rules.genders.isEmpty
      if content.needsGender, form == ProfileInput() { content.form = ProfileInput(name: profile.name) }
    }
    state = .loaded(content)
  }

  /// Begins to change the profile, which makes the response of a read stale.
  private func begin(_ activity: MyPageActivity, _ form: ProfileInput) {
    reading = nil
    isNameRefused = false
    change { ($0.activity, $0.form) = (activity, form) }
  }

  /// Changes the content, or begins with an empty one.
  private func change(_ body: (inout MyPageContent) -> Void) {
    var content = state.content ?? MyPageContent()
    body(&content)
    state = .loaded(content)
  }

  private func present(_ title: String, _ text: String, _ action: Notice.Action = .dismiss) {
    isNameRefused = false
    let button =
      switch action {
      case .dismiss: messages.common.dismiss
      case .retry: messages.common.retry
      }
    notice = Notice(title: title, text: text, button: button, action: action)
  }
}
