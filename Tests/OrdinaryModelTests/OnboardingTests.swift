import StoreExploring
import StoreTesting
import Testing

@MainActor
struct OnboardingTests {
  @Test func `A late permission moves a screen that was left`() async {
    await expectViolation(
      of: "a permission moves its own screen only",
      explorer(BuggyOnboardingModel.init(permissions:service:storage:onFinish:), \.step))
  }

  @Test func `A permission moves its own screen only`() async {
    await expectComplete(explorer(OnboardingModel.init(permissions:service:storage:onFinish:), \.step))
  }

  private func explorer<Model: Flow, Screen: Equatable>(
    _ make:
      @escaping @MainActor (
        any NotificationPermissions, any ProfileService, any KeyValueStorage, @escaping () -> Void
      ) -> Model, _ screen: KeyPath<Model, Screen>
  ) -> StoreExplorer<Model, Screen> {
    StoreExplorer(
      state: screen,
      actions: [
        StoreAction("start") { $0.start() },
        StoreAction("allow") { await $0.allowNotifications() },
        StoreAction("save") { await $0.saveProfile() },
        StoreAction("back") { $0.back() },
        StoreAction("skip") { $0.skip() },
      ],
      invariants: [
        .always("a permission moves its own screen only", when: { $0.answered?.call == "permission" }) { flow in
          flow.state == flow.previousState || "\(flow.previousState)" == "notifications"
        }
      ]
    ) { dependencies in
      let model = make(
        Permissions(ask: dependencies.call("permission") { [.success("allowed", true), .success("denied", false)] }),
        Profiles(upload: dependencies.call("upload") { _ in [.success("uploaded"), .failure("offline", Offline())] }),
        ControlledKeyValues(), {})
      model.displayName = "Taro"
      return model
    }
  }
}

/// Calls back, as the system does.
private struct Permissions: NotificationPermissions {
  let ask: @Sendable () async throws -> Bool

  func requestAuthorization(completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    Task {
      do { completionHandler(try await ask(), nil) } catch { completionHandler(false, error) }
    }
  }
}

private struct Profiles: ProfileService {
  let upload: @Sendable (Profile) async throws -> Void

  func upload(_ profile: Profile) async throws { try await upload(profile) }
}

@MainActor
private protocol Flow: AnyObject {
  var displayName: String { get set }
  func start()
  func allowNotifications() async
  func saveProfile() async
  func back()
  func skip()
}

extension OnboardingModel: Flow {}
extension BuggyOnboardingModel: Flow {}
