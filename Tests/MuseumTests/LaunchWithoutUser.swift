import Observation
import StoreExploring

enum LaunchWithoutUser {
  static let exhibit = Exhibit(
    "No user for a moment at launch", violates: "a saved user is not asked to sign in",
    after: [.start("open a link")], states: 25, guarded: "read",
    racy: { explorer(LaunchModel.init) }, mended: { explorer(MendedLaunchModel.init) })

  enum Screen {
    case launch, home, post, signIn
  }

  @MainActor @Observable
  class LaunchModel {
    fileprivate(set) var screen = Screen.launch
    fileprivate(set) var isRestored = false
    private var user: String?
    private let readUser: @Sendable () async throws -> String

    init(readUser: @escaping @Sendable () async throws -> String) {
      self.readUser = readUser
    }

    func restore() async {
      user = try? await readUser()
      isRestored = true
      screen = .home
    }

    func openLink() {
      screen = user == nil ? .signIn : .post
    }
  }

  /// Keeps the link until the storage has been read.
  final class MendedLaunchModel: LaunchModel {
    private var isLinkWaiting = false

    override func restore() async {
      await super.restore()
      if isLinkWaiting { screen = .post }
    }

    override func openLink() {
      guard isRestored else { return isLinkWaiting = true }
      super.openLink()
    }
  }

  @MainActor private static func explorer(
    _ make: @escaping @MainActor (@escaping @Sendable () async throws -> String) -> LaunchModel
  ) -> StoreExplorer<LaunchModel, ObservedProperties> {
    StoreExplorer(
      actions: [
        StoreAction("launch", when: { !$0.isRestored }) { await $0.restore() },
        StoreAction("open a link") { $0.openLink() },
      ],
      invariants: [.always("a saved user is not asked to sign in") { $0.screen != .signIn }]
    ) { dependencies in
      make(dependencies.call("read") { [.success("taro", "taro")] })
    }
  }
}
