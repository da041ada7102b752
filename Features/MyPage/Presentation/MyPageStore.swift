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
  /// The save, from the check of the form on, or the delete in progress.
  @ObservationIgnored private var writing: Generation?
  /// Whether the notice is about the name in the form.
  @ObservationIgnored private var isNameRefused = false
  @ObservationIgnored private var observation: Session.Observation?

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

  /// The choices of the gender picker: none, which has the code 0, and the genders; empty for a form without a gender.
  public var genderChoices: [(code: Int, label: String)] {
    guard !rules.genders.isEmpty else { return [] }
    let codes = ([0] + rules.genders.map(\.rawValue)).filter(messages.genderChoices.indices.contains)
    return codes.map { ($0, messages.genderChoices[$0]) }
  }

  public func load() async {
    guard reading == nil, writing == nil else { return }
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
    guard state != .loading, writing == nil else { return }
    let before = state
    let current = generation.next()
    writing = current
    let input = ProfileInput(name: name, gender: gender)
    do throws(MyPageError) {
      let draft = try await useCase.draftProfile.execute(input)
      guard writing == current else { return }
      begin(.saving, input)
      let stored = try await useCase.saveProfile.execute(draft)
      guard writing == current else { return }
      writing = nil
      show(stored)
      present(messages.saveDoneTitle, messages.saveDone)
    } catch {
      guard writing == current else { return }
      writing = nil
      savingFailed(error, input, before)
    }
  }

  public func deleteProfile() async {
    guard let form = state.content?.form, writing == nil else { return }
    let current = generation.next()
    writing = current
    begin(.deleting, form)
    do throws(MyPageError) {
      try await useCase.deleteProfile.execute()
      guard writing == current else { return }
      writing = nil
      show(StoredProfile(profile: nil, isSaved: false))
      present(messages.deleteDoneTitle, messages.deleteDone)
    } catch {
      guard writing == current else { return }
      writing = nil
      change { $0.activity = .idle }
      if error != .cancelled { present(messages.deleteFailedTitle, messages.delete(failedWith: error)) }
    }
  }

  public func dismissNotice() {
    notice = nil
    guard isNameRefused else { return }
    change { $0.form = ProfileInput(gender: $0.form.gender) }
  }

  /// Starts afresh whenever another user, or none, is signed in.
  func observe(_ session: Session) {
    observation = session.onUserChange { [weak self] in self?.startAfresh() }
  }

  private func startAfresh() {
    (reading, writing) = (nil, nil)
    (state, notice, isNameRefused) = (.idle, nil, false)
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

  private func savingFailed(_ error: MyPageError, _ input: ProfileInput, _ before: MyPageState) {
    guard error != .cancelled else {
      if let form = before.content?.form { change { ($0.form, $0.activity) = (form, .idle) } } else { state = before }
      return
    }
    change { ($0.form, $0.activity) = (input, .idle) }
    present(messages.saveFailedTitle, messages.save(failedWith: error))
    isNameRefused = error == .invalidName
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
