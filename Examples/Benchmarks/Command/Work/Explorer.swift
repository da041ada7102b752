import Authentication
import Core
import StoreExploring

/// How many schedules of a Store the explorer runs in a second.
@MainActor
enum Explorer {
  static func figures(rounds: Int) async -> [Figure] {
    let clock = ContinuousClock()
    let explorer = StoreExplorer(
      state: \AuthStore.state,
      actions: [
        StoreAction("login") { await $0.login(email: "taro@example.com", pass: "password123") },
        StoreAction("logout") { await $0.logout() },
      ],
      invariants: [.whenIdle("it is not loading") { $0.state != .loading }]
    ) { holds in
      AuthStore(
        useCase: AuthUseCase(
          login: holds.useCase("login", whenCancelled: .cancelled) { _ in
            [.success("taro", ImmediateAuth.user), .failure("offline", .noNetwork)]
          },
          logout: holds.useCase("logout", whenCancelled: .cancelled) { _ in [.success("ok")] }))
    }
    var (explored, plain): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
      var schedules = 0
      let duration = await clock.measure { schedules = await explorer.explore(depth: 6).schedules }
      explored.append(Double(schedules) / (duration / .seconds(1)))
      plain.append(1_000 / (await clock.measure { for _ in 0..<1_000 { await runPlainly() } } / .seconds(1)))
    }
    return [
      Figure(
        group: "Explorer", work: "schedules a second, AuthStore", variant: "a Store, two tasks, no hold",
        value: plain.median, unit: "a second"),
      Figure(
        group: "Explorer", work: "schedules a second, AuthStore", variant: "StoreExplorer, up to 6 steps",
        value: explored.median, unit: "a second", ratio: zip(explored, plain).map { $0 / $1 }.median),
    ]
  }

  /// A fresh Store and its two actions, each in a task.
  private static func runPlainly() async {
    let store = ImmediateAuth.store
    let login = Task { await store.login(email: "taro@example.com", pass: "password123") }
    await login.value
    let logout = Task { await store.logout() }
    await logout.value
  }
}
