import Core
import Foundation
import MyPage
import StoreExploring
import StoreTesting
import TestSupport
import Testing

/// A Store whose requests wait until the test answers them.
@MainActor
final class MyPageHarness {
  let reading = HoldingUseCase<Void, StoredProfile, MyPageError>("read", whenCancelled: .cancelled)
  let saving = HoldingUseCase<ProfileDraft, StoredProfile, MyPageError>("save", whenCancelled: .cancelled)
  let deleting = HoldingUseCase<Void, Void, MyPageError>("delete", whenCancelled: .cancelled)
  let routes = Log<MyPageRoute>()
  let store: MyPageStore
  private var started: [StartedAction] = []

  init(rules: ProfileRules = ProfileRules(), change: (inout MyPageUseCase) -> Void = { _ in }) {
    var useCase = MyPageUseCase(
      readProfile: AnyUseCase(reading), saveProfile: AnyUseCase(saving), deleteProfile: AnyUseCase(deleting),
      rules: rules, now: { .article })
    change(&useCase)
    store = MyPageStore(useCase: useCase, messages: .japanese, onRoute: routes.append)
  }

  /// Creates a Store in one column of the table of states.
  convenience init(_ situation: Situation) async throws {
    self.init()
    switch situation {
    case .idle, .loading: break
    case .error:
      start(.load)
      try await fail(with: .noNetwork)
      store.dismissNotice()
    case .unsaved, .saving: try await load(.none)
    case .saved, .fetching, .deleting: try await load(.saved)
    }
    switch situation {
    case .loading, .fetching: start(.load)
    case .saving: start(.save)
    case .deleting: start(.delete)
    case .idle, .error, .unsaved, .saved: break
    }
  }

  /// The number of requests that wait.
  var waiting: Int { reading.calls.count + saving.calls.count + deleting.calls.count }

  /// The action that was started last.
  var last: StartedAction {
    get throws { try #require(started.last) }
  }

  @discardableResult
  func start(_ action: Action) -> StartedAction {
    let store = store
    let result = StartedAction("\(action)") { await action.perform(on: store) }
    started.append(result)
    return result
  }

  /// Answers a request of an action and waits for the action.
  func finish(_ action: StartedAction, _ answer: () throws -> Void = {}) async throws {
    try answer()
    try await action.finish()
  }

  /// Fails the only request that waits, and waits for the action that was started last.
  func fail(with error: MyPageError) async throws {
    if !reading.calls.isEmpty { try reading.fail(with: error) }
    if !saving.calls.isEmpty { try saving.fail(with: error) }
    if !deleting.calls.isEmpty { try deleting.fail(with: error) }
    try await last.finish()
  }

  func load(_ stored: StoredProfile) async throws {
    try await finish(start(.load)) { try reading.succeed(with: stored) }
  }

  /// Asserts every state and notice during an action.
  func expect(
    _ states: [MyPageState], notices: [Notice?] = [nil], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    during action: () async throws -> Void
  ) async rethrows {
    try await expectStates(
      of: store, \.state, states, and: \.notice, notices, fileID: fileID, filePath: filePath, line: line,
      column: column, during: action)
  }
}

/// A column of the table of states.
enum Situation: Sendable {
  case idle, error, loading, unsaved, saved, fetching, saving, deleting
}

/// A row of the table of states.
enum Action: Hashable, CaseIterable, Sendable {
  static let allCases: [Action] = [.load, .save, .delete]
  static let save = Action.submit(.typed)

  case load, delete
  case submit(ProfileInput)

  @MainActor
  func perform(on store: MyPageStore) async {
    switch self {
    case .load: await store.load()
    case .submit(let input): await store.save(name: input.name, gender: input.gender)
    case .delete: await store.deleteProfile()
    }
  }
}

extension Date {
  /// The date of the profile in the article.
  static let article = Date(timeIntervalSince1970: 1_646_746_371.312_878_1)
}

extension ProfileInput {
  /// A valid form, with white space around the name.
  static let typed = ProfileInput(name: " 太郎\u{3000}", gender: 1)
}

extension ProfileDraft {
  static let sample = ProfileDraft(name: "太郎", gender: .male, createdAt: .article)
}

extension Profile {
  static func sample(_ gender: Gender?) -> Profile {
    Profile(userID: "user-1", name: "太郎", gender: gender, createdAt: .article)
  }
}

extension StoredProfile {
  static let saved = StoredProfile(profile: .sample(.male), isSaved: true)
  static let none = StoredProfile(profile: nil, isSaved: false)
}

extension MyPageState {
  static func saved(_ activity: MyPageActivity = .idle, form: ProfileInput = ProfileInput()) -> MyPageState {
    let profile = MyPageProfile(name: "太郎", gender: MyPageMessages.japanese.male, createdAt: "2022年3月8日")
    return .loaded(MyPageContent(profile: profile, isSaved: true, activity: activity, form: form))
  }

  static func unsaved(_ activity: MyPageActivity = .idle, form: ProfileInput = ProfileInput()) -> MyPageState {
    .loaded(MyPageContent(activity: activity, form: form))
  }

  /// The state of a first read that failed.
  static let readFailed = MyPageState.error(MyPageMessages.japanese.readFailed)
}

extension Notice {
  static let nameRefused = Notice(
    title: MyPageMessages.japanese.saveFailedTitle, text: MyPageMessages.japanese.invalidName, button: "OK")
  static let genderRefused = Notice(
    title: MyPageMessages.japanese.saveFailedTitle, text: MyPageMessages.japanese.invalidGender, button: "OK")
  static let saveFailed = Notice(
    title: MyPageMessages.japanese.saveFailedTitle, text: MyPageMessages.japanese.saveFailed, button: "OK")
  static let saveDone = Notice(
    title: MyPageMessages.japanese.saveDoneTitle, text: MyPageMessages.japanese.saveDone, button: "OK")
  static let readFailed = Notice(
    title: MyPageMessages.japanese.readFailedTitle, text: MyPageMessages.japanese.readFailed,
    button: MyPageMessages.japanese.common.retry, action: .retry)
  static let deleteFailed = Notice(title: "削除失敗", text: "削除に失敗しました。通信状態が良好な環境で再度お試しください。", button: "OK")
  static let deleteDone = Notice(
    title: MyPageMessages.japanese.deleteDoneTitle, text: MyPageMessages.japanese.deleteDone, button: "OK")
}
