import Foundation
import Observation

@MainActor @Observable
final class BuggyOnboardingModel {
  enum Step: Int, CaseIterable {
    case welcome, notifications, profile, summary
  }

  private(set) var step = Step.welcome
  private(set) var isBusy = false
  private(set) var notificationsAllowed: Bool?
  private(set) var errorMessage: String?
  private(set) var isFinished: Bool
  var displayName = ""
  var avatar: Data?

  var canGoBack: Bool { step != .welcome && !isFinished }
  var canSkip: Bool { step == .notifications || step == .profile }

  private let permissions: any NotificationPermissions
  private let service: any ProfileService
  private let storage: any KeyValueStorage
  private let onFinish: () -> Void
  /// Counts screen changes, so that a late upload can tell that its screen was left.
  @ObservationIgnored private var visit = 0
  @ObservationIgnored private var uploadTask: Task<Void, any Error>?

  private static let finishedKey = "onboarding.finished"
  private static let stepKey = "onboarding.step"

  init(
    permissions: any NotificationPermissions,
    service: any ProfileService,
    storage: any KeyValueStorage = UserDefaults.standard,
    onFinish: @escaping () -> Void = {}
  ) {
    self.permissions = permissions
    self.service = service
    self.storage = storage
    self.onFinish = onFinish
    isFinished = storage.string(forKey: Self.finishedKey) != nil
    if let saved = storage.string(forKey: Self.stepKey).flatMap(Int.init).flatMap(Step.init) {
      step = saved
    }
  }

  func start() {
    guard step == .welcome, !isFinished else { return }
    go(to: .notifications)
  }

  func allowNotifications() async {
    guard step == .notifications, !isBusy else { return }
    isBusy = true
    let granted = await withCheckedContinuation { continuation in
      permissions.requestAuthorization { granted, _ in
        continuation.resume(returning: granted)
      }
    }
    notificationsAllowed = granted
    advance()
  }

  func saveProfile() async {
    guard step == .profile, !isBusy, !displayName.isEmpty else { return }
    isBusy = true
    errorMessage = nil
    let profile = Profile(displayName: displayName, avatar: avatar)
    let visit = self.visit
    let earlier = uploadTask
    let task = Task {
      _ = await earlier?.result  // a cancelled upload must not land after this one
      try Task.checkCancellation()
      try await service.upload(profile)
    }
    uploadTask = task
    let result = await task.result
    guard visit == self.visit else { return }
    switch result {
    case .success:
      advance()
    case .failure:
      isBusy = false
      errorMessage = "Your profile could not be saved."
    }
  }

  func back() {
    guard canGoBack, let previous = Step(rawValue: step.rawValue - 1) else { return }
    go(to: previous)
  }

  func skip() {
    guard canSkip else { return }
    advance()
  }

  func finish() {
    guard step == .summary, !isFinished else { return }
    storage.set("1", forKey: Self.finishedKey)
    storage.removeObject(forKey: Self.stepKey)
    isFinished = true
    onFinish()
  }

  private func advance() {
    guard let next = Step(rawValue: step.rawValue + 1) else { return }
    go(to: next)
  }

  private func go(to newStep: Step) {
    visit += 1
    uploadTask?.cancel()
    step = newStep
    isBusy = false
    errorMessage = nil
    storage.set(String(newStep.rawValue), forKey: Self.stepKey)
  }
}
