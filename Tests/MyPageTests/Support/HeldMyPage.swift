import Core
import MyPage
import StoreExploring
import StoreTesting
import Testing

/// A Store whose calls wait until the test answers them; its clock stands at the moment of the article.
@MainActor
final class HeldMyPage {
  /// A repository of held calls.
  struct Repository: MyPageRepository {
    let reading = HoldingUseCase<Void, StoredProfile, MyPageError>("read", whenCancelled: .cancelled)
    let saving = HoldingUseCase<ProfileDraft, StoredProfile, MyPageError>("save", whenCancelled: .cancelled)
    let deleting = HoldingUseCase<Void, Void, MyPageError>("delete", whenCancelled: .cancelled)

    func profile() async throws(MyPageError) -> StoredProfile { try await reading.execute() }
    func save(_ draft: ProfileDraft) async throws(MyPageError) -> StoredProfile { try await saving.execute(draft) }
    func deleteProfile() async throws(MyPageError) { try await deleting.execute() }
  }

  let store: MyPageStore
  private let repository = Repository()
  private let recordedRoutes = Routes()
  private var started: [StartedAction] = []

  init() {
    let routes = recordedRoutes
    store = MyPageStore(useCase: MyPageUseCase(repository: repository, now: { Sample.moment })) {
      routes.all.append($0)
    }
  }

  var reading: HoldingUseCase<Void, StoredProfile, MyPageError> { repository.reading }
  var saving: HoldingUseCase<ProfileDraft, StoredProfile, MyPageError> { repository.saving }
  var deleting: HoldingUseCase<Void, Void, MyPageError> { repository.deleting }
  var routes: [MyPageRoute] { recordedRoutes.all }

  /// The action that was started last: the one that goes on in the situation that the Store was made in.
  var pending: StartedAction {
    get throws { try #require(started.last) }
  }

  /// How many calls wait.
  var waiting: Int { reading.calls.count + saving.calls.count + deleting.calls.count }

  /// Starts an action, and returns once it stands at a call or has returned.
  @discardableResult
  func start(_ action: MyPageAction) -> StartedAction {
    let store = store
    let result = StartedAction("\(action)") { await action.perform(on: store) }
    started.append(result)
    return result
  }

  /// Saves a form that is refused before anything is sent.
  func save(_ form: ProfileInput) async throws {
    let store = store
    let action = StartedAction("save") { await store.save(name: form.name, gender: form.gender) }
    started.append(action)
    try await action.finish()
  }

  /// Makes the call that waits fail.
  func fail(_ action: StartedAction, with error: MyPageError) async throws {
    if !reading.calls.isEmpty { try reading.fail(with: error) }
    if !saving.calls.isEmpty { try saving.fail(with: error) }
    if !deleting.calls.isEmpty { try deleting.fail(with: error) }
    try await action.finish()
  }

  /// Cancels what still waits.
  func end() async throws {
    for action in started { action.cancel() }
    for action in started { try await action.finish() }
  }

  /// Asserts all that comes of an action: every state, every notice and every route.
  func expect(
    _ states: [MyPageState], notices: [Notice?] = [nil], routes expectedRoutes: [MyPageRoute] = [],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    during action: () async throws -> Void
  ) async rethrows {
    let before = routes.count
    try await expectStates(
      of: store, \.state, states, and: \.notice, notices, fileID: fileID, filePath: filePath, line: line,
      column: column, during: action)
    let location = SourceLocation(
      fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
    #expect(Array(routes.dropFirst(before)) == expectedRoutes, sourceLocation: location)
  }
}

/// The routes that left a Store, in order.
@MainActor
final class Routes {
  var all: [MyPageRoute] = []
}
