import Core
import Observation

/// The profile of whoever is signed in, as a view observes it, and what a user can do about it.
///
/// A double tap is one request: an action begins in the same turn of the main actor in which it is called. The latest
/// wish wins: an answer that was overtaken changes nothing.
@MainActor
@Observable
public final class MyPageStore: MyPageActions {
  /// All that a view needs to know.
  public private(set) var state = MyPageState.idle
  /// What the user is told once.
  public private(set) var notice: Notice?

  private let useCase: MyPageUseCase
  private let messages: MyPageMessages
  private let route: @MainActor (MyPageRoute) -> Void
  @ObservationIgnored private var wish = LatestWish()
  /// Whether the profile is being read while it is shown.
  @ObservationIgnored private var isReading = false
  /// Whether the form is being checked, saved or deleted.
  @ObservationIgnored private var isWriting = false

  /// Makes a Store.
  ///
  /// - Parameters:
  ///   - useCase: What it can do.
  ///   - messages: The texts.
  ///   - route: Performs a route.
  public init(
    useCase: MyPageUseCase, messages: MyPageMessages = .japanese,
    route: @escaping @MainActor (MyPageRoute) -> Void = { _ in }
  ) {
    self.useCase = useCase
    self.messages = messages
    self.route = route
  }

  /// Reads the profile.
  public func load() async {
    guard !isReading, !isWriting else { return }
    isReading = true
    let before = state
    let ticket = wish.begin()
    if state.content == nil { state = .loading }
    do throws(MyPageError) {
      let stored = try await useCase.readProfile.execute()
      guard wish.isLatest(ticket) else { return }
      show(stored)
    } catch {
      guard wish.isLatest(ticket) else {
        if error == .sessionEnded { route(.sessionEnded) }
        return
      }
      readingFailed(error, before: before)
    }
  }

  /// Saves the profile.
  ///
  /// - Parameters:
  ///   - name: The name, as it was typed.
  ///   - gender: The gender as the picker numbers it.
  public func save(name: String, gender: Int) async {
    guard let before = state.content?.form, !isWriting else { return }
    isWriting = true
    let input = ProfileInput(name: name, gender: gender)
    do throws(MyPageError) {
      let draft = try await useCase.draftProfile.execute(input)
      begin(.saving, form: input)
      show(try await useCase.saveProfile.execute(draft))
      notice = Notice(title: messages.saveDoneTitle, text: messages.saveDone, button: messages.dismiss)
    } catch {
      writingFailed(error, form: error == .cancelled ? before : input, messages.save(failedWith: error))
    }
  }

  /// Deletes the profile.
  public func deleteProfile() async {
    guard case .loaded = state, !isWriting else { return }
    isWriting = true
    begin(.deleting)
    do throws(MyPageError) {
      try await useCase.deleteProfile.execute()
      show(StoredProfile(profile: nil, isSaved: false))
      notice = Notice(title: messages.deleteDoneTitle, text: messages.deleteDone, button: messages.dismiss)
    } catch {
      writingFailed(error, messages.delete(failedWith: error))
    }
  }

  /// Clears the notice; that of a wrong name clears the name in the form too.
  public func dismissNotice() {
    if notice == messages.save(failedWith: .invalidName) {
      state.change { $0.form = ProfileInput(gender: $0.form.gender) }
    }
    notice = nil
  }
}

extension MyPageStore {
  /// Shows what the server keeps; nothing is under way any more.
  private func show(_ stored: StoredProfile) {
    isReading = false
    isWriting = false
    let profile = stored.profile.map { MyPageProfile($0, messages: messages) }
    state = .loaded(MyPageContent(profile: profile, isSaved: stored.isSaved))
  }

  private func readingFailed(_ error: MyPageError, before: MyPageState) {
    isReading = false
    let failure = messages.read(failedWith: error)
    switch (error, state) {
    case (.cancelled, .loading):
      state = before
    case (.cancelled, _):
      return
    case (_, .loaded):
      tell(failure, error)
    case (_, .idle), (_, .loading), (_, .error):
      state = .error(failure.text)
      if error == .sessionEnded { route(.sessionEnded) }
      if error == .notAuthorized { route(.signIn) }
    }
  }

  /// Begins to change the profile, which overtakes a reading of it.
  private func begin(_ activity: MyPageActivity, form: ProfileInput? = nil) {
    wish.begin()
    isReading = false
    state.change { content in
      if let form { content.form = form }
      content.activity = activity
    }
  }

  private func writingFailed(_ error: MyPageError, form: ProfileInput? = nil, _ failure: Notice) {
    isWriting = false
    state.change { content in
      if let form { content.form = form }
      content.activity = .none
    }
    tell(failure, error)
  }

  private func tell(_ failure: Notice, _ error: MyPageError) {
    switch error {
    case .cancelled: return
    case .sessionEnded: route(.sessionEnded)
    case .invalidName, .invalidGender, .noNetwork, .notAuthorized, .rateLimited, .serverError: notice = failure
    }
  }
}
