import Core
import CoreTesting
import Foundation
import MyPage
import StoreExploring
import StoreTesting
import TestSupport
import Testing

/// A Store whose requests wait until the test answers them.
@MainActor
final class MyPageHarness {
  let reading = HoldingUseCase<Void, Profile?, MyPageError>("read", whenCancelled: .cancelled)
  let registering = HoldingUseCase<ProfileDraft, Profile, MyPageError>("register", whenCancelled: .cancelled)
  let saving = HoldingUseCase<ProfileDraft, Profile, MyPageError>("save", whenCancelled: .cancelled)
  let deleting = HoldingUseCase<Void, Void, MyPageError>("delete", whenCancelled: .cancelled)
  let routes = Log<MyPageRoute>()
  let store: MyPageStore
  private var started: [StartedAction] = []

  init(
    rules: ProfileRules = ProfileRules(), flags: InMemorySavedFlagStorage = InMemorySavedFlagStorage(),
    capabilities: Set<MyPageCapability> = Set(MyPageCapability.allCases)
  ) {
    let repository = ReplacedMyPageRepository(
      capabilities: capabilities, reading: reading, registering: registering, saving: saving, deleting: deleting)
    let useCase = MyPageUseCase(
      repository: repository, flags: flags, userID: { User.taro.id }, rules: rules, now: { .article })
    store = MyPageStore(useCase: useCase, messages: .japanese, onRoute: routes.append)
  }

  /// Creates a Store in one column of the table of states.
  convenience init(_ situation: Situation) async throws {
    self.init(flags: InMemorySavedFlagStorage(situation.isFlagged ? [User.taro.id] : []))
    switch situation {
    case .idle, .flaggedIdle, .loading: break
    case .error, .flaggedError:
      start(.load)
      try await fail(with: .noNetwork)
      store.dismissNotice()
    case .unsaved, .saving: try await load(nil)
    case .saved, .fetching, .deleting: try await load(.saved)
    }
    switch situation {
    case .loading, .fetching: start(.load)
    case .saving: start(.save)
    case .deleting: start(.delete)
    case .idle, .flaggedIdle, .error, .flaggedError, .unsaved, .saved: break
    }
  }

  /// The number of requests that wait.
  var waiting: Int {
    reading.calls.count + registering.calls.count + saving.calls.count + deleting.calls.count
  }

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
    if !registering.calls.isEmpty { try registering.fail(with: error) }
    if !saving.calls.isEmpty { try saving.fail(with: error) }
    if !deleting.calls.isEmpty { try deleting.fail(with: error) }
    try await last.finish()
  }

  func load(_ profile: Profile?) async throws {
    try await finish(start(.load)) { try reading.succeed(with: profile) }
  }

  /// Answers the save of a profile, which registers one where none is shown.
  func succeedSaving() throws {
    try registering.calls.isEmpty ? saving.succeed(with: .saved) : registering.succeed(with: .saved)
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
  /// The saved flag says that there is a profile.
  case flaggedIdle, flaggedError

  var isFlagged: Bool { self == .flaggedIdle || self == .flaggedError }
}

/// A repository whose requests are use cases.
struct ReplacedMyPageRepository: MyPageRepository {
  var capabilities = Set(MyPageCapability.allCases)
  let reading: any UseCase<Void, Profile?, MyPageError>
  let registering: any UseCase<ProfileDraft, Profile, MyPageError>
  let saving: any UseCase<ProfileDraft, Profile, MyPageError>
  let deleting: any UseCase<Void, Void, MyPageError>

  func profile() async throws(MyPageError) -> Profile? { try await reading.execute() }
  func register(_ draft: ProfileDraft) async throws(MyPageError) -> Profile { try await registering.execute(draft) }
  func save(_ draft: ProfileDraft) async throws(MyPageError) -> Profile { try await saving.execute(draft) }
  func deleteProfile() async throws(MyPageError) { try await deleting.execute() }
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
  static let saved = sample(.male)

  static func sample(_ gender: Gender?) -> Profile {
    Profile(userID: "user-1", name: "太郎", gender: gender, createdAt: .article)
  }
}

extension MyPageState {
  static func saved(_ activity: MyPageActivity = .idle, form: ProfileInput = ProfileInput()) -> MyPageState {
    let profile = MyPageProfile(name: "太郎", gender: MyPageMessages.japanese.male, createdAt: "2022年3月8日")
    return .loaded(MyPageContent(profile: profile, activity: activity, form: form))
  }

  static func unsaved(_ activity: MyPageActivity = .idle, form: ProfileInput = ProfileInput()) -> MyPageState {
    .loaded(MyPageContent(activity: activity, form: form))
  }

  /// The state of a first read that failed.
  static let readFailed = MyPageState.error(MyPageMessages.japanese.readFailed)
}

extension Notice {
  private static let messages = MyPageMessages.japanese
  static let nameRefused = messages.notice(for: .invalidName, doing: .save)
  static let genderRefused = messages.notice(for: .invalidGender, doing: .save)
  static let alreadyRegistered = messages.notice(for: .alreadyRegistered, doing: .save)
  static let saveFailed = messages.notice(for: .noNetwork, doing: .save)
  static let saveDone = Notice(title: messages.saveDoneTitle, text: messages.saveDone, button: "OK", kind: .success)
  static let readFailed = messages.notice(for: .noNetwork, doing: .load)
  static let deleteFailed = messages.notice(for: .noNetwork, doing: .delete)
  static let deleteDone = Notice(
    title: messages.deleteDoneTitle, text: messages.deleteDone, button: "OK", kind: .success)
}
