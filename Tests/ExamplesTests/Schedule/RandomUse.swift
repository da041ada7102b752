import Core
import ExampleApp
import Feed
import StoreExploring

@testable import Driver

/// A user who does something at random, by a seed, with an app and with its scheduler.
struct RandomUse {
  private var generator: SeededGenerator

  init(seed: Int) {
    generator = SeededGenerator(seed: UInt64(seed))
  }

  /// The next line: half of them answer a call, where one is open.
  @MainActor
  mutating func line(on app: ScheduledApp) -> String {
    let calls = app.calls
    if let call = calls.randomElement(using: &generator), Bool.random(using: &generator) {
      let position = calls.firstIndex(of: call).map { $0 + 1 } ?? 1
      let isAnswered = Int.random(in: 0..<3, using: &generator) > 0
      return "answer \(position) \(isAnswered ? "answered" : call.answers.randomElement(using: &generator) ?? "")"
    }
    if let run = app.cancellable.randomElement(using: &generator), Int.random(in: 0..<6, using: &generator) == 0 {
      return ShellWords.line(["cancel", run.name])
    }
    return actions(on: app.root).randomElement(using: &generator) ?? "relaunch"
  }

  @MainActor
  private func actions(on root: AppRoot) -> [String] {
    guard case .home = root.screen else {
      return [
        "login taro@example.com password123", "login taro@example.com password123", "login taro@example.com wrong1",
        "login-with apple", "logout", "open focal://timeline/swift", "signup hanako@example.com secret1", "relaunch",
      ]
    }
    let posts = root.feed.state.content?.posts.isEmpty == false
    return [
      "feed load", "feed refresh", "feed more", "feed timeline swift", "feed timeline", "mypage load", "show timeline",
      "feed post \"one\\ntwo\"", "feed draft three", "feed compose", "feed read", "feed dismiss", "mypage dismiss",
      "mypage save Taro 1", "mypage delete", "logout", "relaunch", "open focal://mypage",
    ] + (posts ? ["feed like @1", "feed unlike @1", "feed delete @1", "feed thread @2"] : [])
      + (root.outbox.state.unsent.isEmpty ? [] : ["feed retry 1", "feed discard 1"])
  }
}
