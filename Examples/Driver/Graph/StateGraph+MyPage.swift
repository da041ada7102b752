#if Driver
  import Core
  import MyPage
  import StoreExploring

  extension StateGraph {
    /// MyPage with every kind of answer that leads somewhere.
    @MainActor
    static var myPage: StoreExplorer<MyPageStore, MyPageState> {
      StoreExplorer(
        state: \.state, actions: actions, invariants: [], stateName: name, fingerprint: { StateFingerprint($0) }
      ) { holds in
        MyPageStore(useCase: MyPageUseCase(repository: HeldProfile(holds)), messages: .english)
      }
    }

    @MainActor
    private static var actions: [StoreAction<MyPageStore>] {
      [
        StoreAction("load") { await $0.load() },
        StoreAction("save") { await $0.save(name: "Taro", gender: 1) },
        StoreAction("save a wrong name") { await $0.save(name: "", gender: 1) },
        StoreAction("delete") { await $0.deleteProfile() },
        StoreAction("dismiss notice") { $0.dismissNotice() },
      ]
    }

    private static func name(_ state: MyPageState) -> String {
      guard case .loaded(let content) = state, content.activity != .none else { return StateName.ofCase(state) }
      return "loaded, \(content.activity)"
    }
  }

  private struct HeldProfile: MyPageRepository {
    let read: AnyUseCase<Void, StoredProfile, MyPageError>
    let save: AnyUseCase<Void, StoredProfile, MyPageError>
    let delete: AnyUseCase<Void, Void, MyPageError>

    init(_ holds: ControlledDependencies) {
      let profile = Profile(userID: "user-1", name: "Taro", gender: .male, createdAt: DriverBackend.tourDate)
      let (saved, none) = (StoredProfile(profile: profile, isSaved: true), StoredProfile(profile: nil, isSaved: false))
      let offline = MyPageError.noNetwork
      read = holds.useCase("profile", whenCancelled: MyPageError.cancelled) { _ in
        [.success("a profile", saved), .success("no profile", none), .failure("offline", offline)]
      }
      save = holds.useCase("saving", whenCancelled: MyPageError.cancelled) { _ in
        [.success("done", saved), .failure("offline", offline)]
      }
      delete = holds.useCase("deleting", whenCancelled: MyPageError.cancelled) { _ in
        [.success("done"), .failure("offline", offline)]
      }
    }

    func profile() async throws(MyPageError) -> StoredProfile { try await read.execute() }
    func save(_ draft: ProfileDraft) async throws(MyPageError) -> StoredProfile { try await save.execute() }
    func deleteProfile() async throws(MyPageError) { try await delete.execute() }
  }
#endif
