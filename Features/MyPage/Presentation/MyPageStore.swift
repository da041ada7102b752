import Core
import Observation

/// Observable profile of the signed-in user and its actions.
///
/// A double tap sends one request, and the last request wins: stale responses are ignored.
@MainActor
@Observable
public final class MyPageStore: MyPageActions {
  package private(set) var memory: MyPageMemory
  /// The strings of the screen.
  public let messages: MyPageMessages

  private let useCase: MyPageUseCase
  private let onRoute: @MainActor (MyPageRoute) -> Void
  @ObservationIgnored private var observations: [Session.Observation] = []

  /// Creates a Store; `onRoute` navigates.
  public init(
    useCase: MyPageUseCase, messages: MyPageMessages = MyPageMessages(language: .preferred),
    onRoute: @escaping @MainActor (MyPageRoute) -> Void = { _ in }
  ) {
    memory = MyPageMemory(capabilities: useCase.capabilities)
    self.useCase = useCase
    self.messages = messages
    self.onRoute = onRoute
  }

  /// The state of the screen.
  public var state: MyPageState { memory.state }
  /// A message to show once.
  public var notice: Notice? { memory.notice }
  /// Whether the form is offered: until a complete profile is saved, and after a failed read unless there is a profile.
  ///
  /// Never where the server saves no profile.
  public var isRegisterOffered: Bool { memory.isRegisterOffered }
  /// What the server offers; the action of anything else is ignored.
  public var capabilities: Set<MyPageCapability> { useCase.capabilities }
  /// The rules of the form.
  public var rules: ProfileRules { useCase.rules }

  /// The choices of the gender picker: none, which has the code 0, and the genders; empty for a form without a gender.
  public var genderChoices: [(code: Int, label: String)] {
    guard !rules.genders.isEmpty else { return [] }
    let codes = ([0] + rules.genders.map(\.rawValue)).filter(messages.genderChoices.indices.contains)
    return codes.map { ($0, messages.genderChoices[$0]) }
  }

  public func load() async {
    if memory.canShowKept {
      let current = memory.generation
      if let kept = await useCase.kept(), let profile = shown(kept.content.profile) {
        memory.show(profile, keptAt: kept.date, current)
      }
    }
    guard let attempt = memory.beginLoad() else { return }
    do throws(MyPageError) {
      let profile = try await useCase.profile()
      await succeed(attempt, profile)
    } catch {
      if fail(attempt, error), error == .notAuthorized { onRoute(.signIn) }
    }
  }

  public func save(name: String, gender: Int) async {
    let form = ProfileInput(name: name, gender: gender)
    guard memory.acceptsForm(isRegistered: useCase.isRegistered), let draft = draft(form) else { return }
    let (attempt, isNew) = memory.beginSave(form)
    do throws(MyPageError) {
      let profile = isNew ? try await useCase.register(draft) : try await useCase.save(draft)
      await succeed(attempt, profile)
    } catch {
      if fail(attempt, error), error == .alreadyRegistered { await load() }
    }
  }

  public func deleteProfile() async {
    guard let attempt = memory.beginDelete() else { return }
    do throws(MyPageError) {
      try await useCase.deleteProfile()
      await succeed(attempt, nil)
    } catch {
      fail(attempt, error)
    }
  }

  public func dismissNotice() {
    memory.dismissNotice()
  }

  /// Starts afresh whenever another user, or none, is signed in.
  func observe(_ session: Session) {
    observations = [
      session.onUserChange { [weak self] in self?.memory.startAfresh() },
      session.onUserRenewal { [useCase] former, renewed in useCase.moveFlag(from: former.id, to: renewed.id) },
    ]
  }

  private func draft(_ form: ProfileInput) -> ProfileDraft? {
    do throws(MyPageError) {
      return try useCase.draft(form)
    } catch {
      memory.refuse(form, error, messages)
      return nil
    }
  }

  private func succeed(_ attempt: Generation, _ profile: Profile?) async {
    guard memory.succeed(attempt, shown(profile), messages) else { return }
    await useCase.keep(profile)
  }

  private func shown(_ profile: Profile?) -> MyPageProfile? {
    profile.map { MyPageProfile($0, messages: messages, rules: rules) }
  }

  @discardableResult
  private func fail(_ attempt: Generation, _ error: MyPageError) -> Bool {
    memory.fail(attempt, error, isRegistered: useCase.isRegistered, messages)
  }
}
