import Core
import Observation
import StoreExploring
import TestSupport
import Testing

/// Mistakes planted in a profile that is read, saved and deleted, each found by invariants that know none.
@MainActor
struct PlantedProfileMistakes {
  @Test(arguments: ProfileMistake.allCases)
  func `A mistake is found`(mistake: ProfileMistake) async {
    let exploration = await ProfileModel.explorer(mistake).explore(maximumRunning: 2)
    #expect(exploration.outcome.violation != nil, "\(exploration)")
  }

  @Test(.enabled(if: ProcessTurn.isForExplorations), .ownProcess)
  nonisolated func `Without a mistake, every schedule is clean`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let exploration = await ProfileModel.explorer(nil).explore(maximumRunning: 2)
      #expect(exploration.outcome == .clean && exploration.isComplete, "\(exploration)")
    }
  }
}

enum ProfileMistake: CaseIterable {
  case readAfterSave, twoWrites, failureStaysSaving, failedSaveIsShown, cancellationIsError
  case flagBeforeAnswer, flagKeptByDelete, switchKeepsProfile, answerOfOtherUser, lateFlagOfOtherUser
}

@MainActor @Observable
final class ProfileModel {
  struct State: Hashable {
    var user = "taro"
    var profile: String?
    var isSaving = false
    var hasError = false
  }

  private(set) var state = State()
  private var generation = Generation()
  private var isReading = false
  private let mistake: ProfileMistake?
  private let read: AnyUseCase<String, String?, LoadError>
  private let save: AnyUseCase<String, Void, LoadError>
  private let remove: AnyUseCase<String, Void, LoadError>
  /// Which user has a profile: at the server, and as the device has noted.
  let profiles: [String: ExploredDisk<Bool>]
  let flags: [String: ExploredDisk<Bool>]

  init(_ mistake: ProfileMistake?, _ dependencies: ControlledDependencies) {
    self.mistake = mistake
    let profiles = ["taro": ExploredDisk(false), "hanako": ExploredDisk(false)]
    self.profiles = profiles
    flags = profiles.mapValues { _ in ExploredDisk(false) }
    read = dependencies.useCase("read", whenCancelled: .cancelled) { user in
      let profile = profiles[user]?.value == true ? user : nil
      return [.success("as requested", profile), .failure("offline", .offline)]
    }
    func write(_ name: String, _ exists: Bool) -> AnyUseCase<String, Void, LoadError> {
      dependencies.useCase(name) { user in
        [
          .served("done") { () throws(LoadError) in profiles[user]?.content = .value(exists) },
          .failure("offline", .offline),
        ]
      }
    }
    save = write("save", true)
    remove = write("delete", false)
  }

  func load() async {
    guard !isReading, !state.isSaving else { return }
    let current = generation.next()
    isReading = true
    let profile: Result<String?, LoadError>
    do throws(LoadError) { profile = .success(try await read.execute(state.user)) } catch { profile = .failure(error) }
    let isStale = generation != current
    if !isStale { isReading = false }
    switch profile {
    case .success(let profile):
      if !isStale || mistake == .readAfterSave || mistake == .answerOfOtherUser { state.profile = profile }
    case .failure(let error):
      if !isStale, error != .cancelled || mistake == .cancellationIsError { state.hasError = true }
    }
  }

  func saveProfile() async {
    await write(save, exists: true)
  }

  func deleteProfile() async {
    await write(remove, exists: false)
  }

  func switchUser() {
    generation.next()
    (isReading, state.isSaving) = (false, false)
    state.user = "hanako"
    if mistake != .switchKeepsProfile { state.profile = nil }
    state.hasError = false
  }

  private func write(_ request: AnyUseCase<String, Void, LoadError>, exists: Bool) async {
    guard !state.isSaving || mistake == .twoWrites else { return }
    let user = state.user
    let current = generation.next()
    (isReading, state.isSaving) = (false, true)
    if mistake == .flagBeforeAnswer { flags[user]?.content = .value(exists) }
    if mistake == .failedSaveIsShown { state.profile = exists ? user : nil }
    let isDone = (try? await request.execute(user)) != nil
    if isDone, exists || mistake != .flagKeptByDelete {
      flags[mistake == .lateFlagOfOtherUser ? state.user : user]?.content = .value(exists)
    }
    guard generation == current else { return }
    if isDone || mistake != .failureStaysSaving { state.isSaving = false }
    if isDone { state.profile = exists ? user : nil } else { state.hasError = true }
  }

  static func explorer(_ mistake: ProfileMistake?) -> StoreExplorer<ProfileModel, State> {
    StoreExplorer(
      state: \.state,
      actions: [
        StoreAction("load") { await $0.load() }, StoreAction("save") { await $0.saveProfile() },
        StoreAction("delete") { await $0.deleteProfile() },
        StoreAction("switch user", when: { $0.state.user == "taro" }) { $0.switchUser() },
      ], invariants: invariants,
      fingerprint: { model in
        StateFingerprint(model).adding(model.profiles.mapValues(\.value), model.flags.mapValues(\.value))
          .keptByActions(model.state.user, model.profiles.mapValues(\.value))
      }
    ) { ProfileModel(mistake, $0) }
  }

  private static let invariants: [Invariant<ProfileModel, State>] = [
    .whenIdle("nothing is in progress") { !$0.state.isSaving },
    .always("a user sees one’s own profile", when: { $0.state.profile != nil }) { $0.state.profile == $0.state.user },
    .always("one write of a user is in flight", when: { $0.started == "save" || $0.started == "delete" }) {
      !$0.previousState.isSaving || !$0.makesCall
    },
    .whenIdle("the flag is what the server has") { state in
      state.subject.flags.mapValues(\.value) == state.subject.profiles.mapValues(\.value)
    },
    .always("what the server confirmed is shown", when: { $0.answered?.answer == "done" && !$0.state.isSaving }) {
      state in
      guard state.previousState.isSaving, state.running.isEmpty else { return true }
      return (state.state.profile != nil) == (state.subject.profiles[state.state.user]?.value == true)
    },
    .always(
      "a failed write changes no profile", when: { $0.answered?.answer == "offline" && $0.previousState.isSaving }
    ) { state in
      state.state.profile == nil || state.subject.profiles[state.state.user]?.value == true
    },
    .always("an answer never shows an older profile than a confirmed save", when: { $0.answered?.call == "read" }) {
      state in
      state.state.profile == nil || state.subject.profiles[state.state.user]?.value == true
    },
    .always("a cancellation shows no error") { state in
      guard case .cancelled = state.lastEvents.first else { return true }
      return !state.state.hasError || state.previousState.hasError
    },
  ]
}
