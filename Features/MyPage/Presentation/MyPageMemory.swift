import Core
import struct Foundation.Date

/// All that a ``MyPageStore`` remembers.
package struct MyPageMemory: Sendable, Hashable {
  private enum Page: Sendable, Hashable {
    case unread
    case unreadable(String, isRegistered: Bool)
    /// The profile as the server last said, and the form as last submitted; the date is that of what was kept.
    case read(MyPageProfile?, form: ProfileInput, keptAt: Date? = nil)
  }

  private enum Work: Sendable, Hashable {
    case idle, reading, deleting
    case saving(ProfileInput)
  }

  private struct Alert: Sendable, Hashable {
    let notice: Notice
    /// Whether it says that the name in the form is wrong.
    var refusesName = false
  }

  private var page = Page.unread
  private var work = Work.idle
  private var alert: Alert?
  /// The latest attempt; the answer to an earlier one is ignored.
  package private(set) var generation = Generation()
  private let capabilities: Set<MyPageCapability>

  package init(capabilities: Set<MyPageCapability> = Set(MyPageCapability.allCases)) {
    self.capabilities = capabilities
  }

  /// The same memory with the first generation: what an exploration compares, which names generations by itself.
  package var withoutGenerations: MyPageMemory {
    var memory = self
    memory.generation = Generation()
    return memory
  }

  package var notice: Notice? { alert?.notice }

  package var state: MyPageState {
    switch (page, work) {
    case (_, .saving(let form)): .loaded(content(.saving, form))
    case (_, .deleting): .loaded(content(.deleting, form))
    case (.read, .idle), (.read, .reading): .loaded(content(.idle, form))
    case (.unread, .reading), (.unreadable, .reading): .loading
    case (.unread, .idle): .idle
    case (.unreadable(let text, _), .idle): .error(text)
    }
  }

  private func content(_ activity: MyPageActivity, _ form: ProfileInput) -> MyPageContent {
    MyPageContent(profile: profile, keptAt: keptAt, activity: activity, form: form, capabilities: capabilities)
  }

  /// Whether the form is offered: until a complete profile is saved, and after a failed read unless there is a profile.
  package var isRegisterOffered: Bool {
    if case .unreadable(_, let isRegistered) = page, work == .idle {
      return !isRegistered && capabilities.contains(.registration)
    }
    return state.content?.isRegisterOffered ?? false
  }

  /// Returns whether a save is accepted.
  package func acceptsForm(isRegistered: Bool) -> Bool {
    switch (page, work) {
    case _ where !capabilities.contains(.registration): false
    case (.read, .idle), (.read, .reading): true
    case (.unread, .idle): !isRegistered
    case (.unreadable, .idle): isRegisterOffered
    case (.unread, .reading), (.unreadable, .reading), (_, .saving), (_, .deleting): false
    }
  }

  /// Whether what an earlier launch has shown can be shown: nothing else was read, or is.
  var canShowKept: Bool {
    switch (page, work) {
    case (.unread, .idle), (.unreadable, .idle): true
    case (.read, _), (_, .reading), (_, .saving), (_, .deleting): false
    }
  }

  /// Shows the profile that an earlier launch has shown.
  mutating func show(_ profile: MyPageProfile, keptAt date: Date, _ current: Generation) {
    guard generation == current, canShowKept else { return }
    show(profile, keptAt: date)
  }

  /// Begins to read the profile; `nil` while there is other work.
  package mutating func beginLoad() -> Generation? {
    work == .idle ? begin(.reading) : nil
  }

  /// Begins to save a form, which makes the response of a read stale.
  package mutating func beginSave(_ form: ProfileInput) -> (attempt: Generation, isNew: Bool) {
    (begin(.saving(form)), profile == nil)
  }

  /// Begins to delete the profile, which makes the response of a read stale; `nil` unless it was read.
  package mutating func beginDelete() -> Generation? {
    switch (page, work) {
    case _ where !capabilities.contains(.deletion): nil
    case (.read, .idle), (.read, .reading): begin(.deleting)
    case (.unread, _), (.unreadable, _), (_, .saving), (_, .deleting): nil
    }
  }

  /// Shows what the server keeps at the end of an attempt; returns whether it is the latest.
  @discardableResult
  package mutating func succeed(
    _ attempt: Generation, _ profile: MyPageProfile?, _ messages: MyPageMessages
  ) -> Bool {
    guard attempt == generation else { return false }
    switch work {
    case .reading: show(profile, form: form)
    case .saving:
      show(profile)
      alert = Alert(notice: messages.notice(messages.saveDoneTitle, messages.saveDone, .success))
    case .deleting:
      show(nil)
      alert = Alert(notice: messages.notice(messages.deleteDoneTitle, messages.deleteDone, .success))
    case .idle: break
    }
    work = .idle
    return true
  }

  /// Ends an attempt with an error; returns whether it is the latest.
  package mutating func fail(
    _ attempt: Generation, _ error: MyPageError, isRegistered: Bool, _ messages: MyPageMessages
  ) -> Bool {
    guard attempt == generation else { return false }
    defer { work = .idle }
    switch work {
    case _ where error == .cancelled: break
    case .reading:
      switch page {
      case .read: break
      case .unread, .unreadable:
        page = .unreadable(messages.text(for: error, doing: .load), isRegistered: isRegistered)
      }
      // Without a user, the sign-in screen follows.
      if error != .notAuthorized { alert = Alert(notice: messages.notice(for: error, doing: .load)) }
    case .saving(let form): refuse(form, error, messages)
    case .deleting: alert = Alert(notice: messages.notice(for: error, doing: .delete))
    case .idle: break
    }
    return true
  }

  /// Keeps a form that was not saved, with the reason.
  package mutating func refuse(_ form: ProfileInput, _ error: MyPageError, _ messages: MyPageMessages) {
    page = .read(profile, form: form, keptAt: keptAt)
    alert = Alert(notice: messages.notice(for: error, doing: .save), refusesName: error == .invalidName)
  }

  /// Dismisses the notice; that of an invalid name clears the name in the form too.
  package mutating func dismissNotice() {
    if alert?.refusesName == true { page = .read(profile, form: ProfileInput(gender: form.gender), keptAt: keptAt) }
    alert = nil
  }

  /// Forgets everything, and ignores the answers that are still to come.
  package mutating func startAfresh() {
    generation.next()
    (page, work, alert) = (.unread, .idle, nil)
  }

  private var profile: MyPageProfile? {
    guard case .read(let profile, _, _) = page else { return nil }
    return profile
  }

  private var keptAt: Date? {
    guard case .read(_, _, let keptAt) = page else { return nil }
    return keptAt
  }

  private var form: ProfileInput {
    guard case .read(_, let form, _) = page else { return ProfileInput() }
    return form
  }

  private mutating func begin(_ work: Work) -> Generation {
    self.work = work
    // The next attempt makes the notice of the last one old; that of a save stays while the profile is read.
    if work != .reading || alert?.notice.action == .retry { alert = nil }
    return generation.next()
  }

  /// A profile without a gender is copied to an empty form, which asks for one.
  private mutating func show(_ profile: MyPageProfile?, form: ProfileInput = ProfileInput(), keptAt: Date? = nil) {
    guard let profile, profile.needsGender, form == ProfileInput() else {
      page = .read(profile, form: form, keptAt: keptAt)
      return
    }
    page = .read(profile, form: ProfileInput(name: profile.name), keptAt: keptAt)
  }
}
