import Authentication
import Core
import ExampleApp
import Feed
import Foundation
import StoreExploring
import Synchronization
import TestSupport
import Testing

@testable import Driver

/// An app whose steps are taken by hand: what is recorded, and that it happens again.
@MainActor
struct ScheduledAppTests {
  private static let race = ["login taro@example.com password123", "logout", "answer 'POST /v1/login'"]

  private func launch(
    _ language: Language = .english, isHasty: Bool = false, answering: ScheduledApp.Answering = .byHand,
    now: @escaping () -> Date = { .sample }
  ) async -> ScheduledApp {
    await ScheduledApp(answering: answering, now: now, ScheduledApp.example(language, isHasty: isHasty))
  }

  private func play(_ lines: [String], on app: ScheduledApp) async throws {
    for line in lines { try await app.play(try #require(try ScriptLine(line))) }
  }

  private func changes(of app: ScheduledApp) -> [[String: String?]] { app.steps.map(\.changes) }

  @Test func `A call waits for its answer, and what it answers is a step with what it changes`() async throws {
    let app = await launch()
    try await play(["login taro@example.com password123"], on: app)
    #expect(app.calls.map(\.name) == ["POST /v1/login"])
    #expect(app.calls[0].answers == ["answered", "401", "503", "malformed", "offline", "timeout", "lost"])
    #expect(app.root.auth.state == .loading)
    try await play(["answer 1 503"], on: app)
    #expect(app.calls.isEmpty && app.running.isEmpty)
    let step = try #require(app.steps.last)
    #expect(step.title == "POST /v1/login answers 503" && step.line == "answer \"POST /v1/login\" 503")
    #expect(Set(step.changes.keys) == ["auth", "auth.error"])
    #expect(step.state == "login: error, idle, idle")
  }

  @Test func `Time passes with the steps, and is the same when they are taken again`() async throws {
    let clock = Mutex(0.0)
    let app = await launch { .sample.addingTimeInterval(clock.withLock { $0 }) }
    try await play(
      ["login taro@example.com password123", "answer 1", "feed load", "answer 'GET /v1/timeline'"], on: app)
    clock.withLock { $0 = 90 }
    try await play(["feed post later", "answer 'POST /v1/posts'"], on: app)
    for position in [2, app.steps.count] { try await app.look(at: position) }
    #expect(app.root.feed.state.content?.posts.first?.createdAt == .sample.addingTimeInterval(90))
  }

  @Test func `A lost answer is one that the server has given`() async throws {
    let app = await launch()
    try await play(["login taro@example.com password123", "answer 1", "feed post lost", "answer 1 lost"], on: app)
    #expect(app.root.outbox.state.unsent.map(\.draft.text) == ["lost"])
    try await play(["feed load", "answer 'GET /v1/timeline'"], on: app)
    #expect(app.root.feed.state.content?.posts.first?.text == "lost")
  }

  @Test func `A race is held, and its test fails on the app with the mistake and passes on the other`() async throws {
    let hasty = await launch(isHasty: true)
    try await play(Self.race + ["wrong"], on: hasty)
    #expect(hasty.root.auth.state == .signedIn(user: AuthenticatedUser(User.taro)))
    let steps: [(Step, String)] = [
      (.start("login taro@example.com password123"), "login: loading, idle, idle"),
      (.start("logout"), "login: signedOut, idle, idle"),
      (.answer("POST /v1/login", with: "answered"), "login: signedOut, idle, idle"),
    ]
    let lines = steps.map { "    (\($0.swift), \"\($1)\"),\n" }
    #expect(hasty.test.contains("  #expect(try await explorer.replay([\n\(lines.joined())  ]) == nil)\n"))
    let violation = try await StoreExplorer(ScheduledApp.example(.english, isHasty: true), start: .sample).replay(steps)
    #expect(
      violation?.invariant
        == "after step 3 the state is “login: signedOut, idle, idle”, not “home myPage: signedIn, idle, idle”")
    #expect(try await StoreExplorer(ScheduledApp.example(.english), start: .sample).replay(steps) == nil)
  }

  @Test(arguments: 0..<(ProcessTurn.exploresForMinutes ? 1_000 : ProcessTurn.exploresMore ? 100 : 3))
  func `A random recording leads to the same states in another app`(seed: Int) async throws {
    let language = seed % 2 == 0 ? Language.english : .japanese
    // For a script, the clock stands still.
    let isScript = seed % 3 == 0
    let clock = Mutex(0.0)
    let app = await launch(language) {
      .sample.addingTimeInterval(
        isScript
          ? 0
          : clock.withLock {
            $0 += 0.25; return $0
          })
    }
    var use = RandomUse(seed: seed)
    for _ in 0..<30 {
      do throws(ScriptError) {
        if let line = try ScriptLine(use.line(on: app)) { try await app.play(line) }
      } catch {
        #expect(error.kind == .failed, "\(error)")
      }
    }
    let recording = try Recording(json: app.recording.json)
    #expect(recording == app.recording)
    let other = await launch(language) { recording.start }
    try await other.play(recording)
    #expect(changes(of: other) == changes(of: app))
    #expect(other.script == app.script)
    guard isScript else { return }
    let third = await launch(language)
    try await Script(app.script).play { (line) async throws(ScriptError) in try await third.play(line) }
    #expect(third.steps.map(\.state) == app.steps.filter(\.isRepeatable).map(\.state))
  }

  @Test func `Each step can be looked at again, and the app goes on from there`() async throws {
    let app = await launch()
    var replaced = 0
    app.onReplacement = { _ in replaced += 1 }
    try await play(
      [
        "login taro@example.com password123", "answer 1", "feed load", "answer 'GET /v1/timeline'", "feed post late",
        "answer 'POST /v1/posts' offline", "feed like @1",
      ],
      on: app)
    let states = app.steps.map(\.state)
    let recorded = changes(of: app)
    for position in (1...app.steps.count).reversed() {
      try await app.look(at: position)
      #expect(app.root.state.name == states[position - 1] && app.position == position)
    }
    #expect(replaced == app.steps.count - 1)
    #expect(changes(of: app) == recorded)
    let line = try #require(try ScriptLine("logout"))
    await #expect(throws: ScriptError.self) { try await app.play(line) }
    try await app.look(at: 3)
    await app.goOn()
    #expect(app.steps.count == 3 && !app.isLookingBack)
    try await app.play(line)
    #expect(app.steps.map(\.line).suffix(2) == ["answer \"POST /v1/login\" answered", "logout"])
    await #expect(throws: ScriptError.self) { try await app.look(at: 5) }
  }

  @Test func `What waits for an action goes on when its step is left`() async throws {
    let app = await launch(answering: .automatic(with: "answered", after: .seconds(3_600)))
    let line = try #require(try ScriptLine("login taro@example.com password123"))
    let action = StartedAction { try? await app.play(line) }
    #expect(!action.hasReturned && app.calls.count == 1)
    try await app.look(at: 1)
    try await action.finish()
  }

  @Test func `Answers come by themselves, and a call that is never to be answered waits`() async throws {
    let app = await launch(answering: .automatic(with: "offline"))
    try await play(["login taro@example.com password123"], on: app)
    #expect(app.steps.map(\.title).last == "POST /v1/login answers offline")
    app.answering = .byHand
    try await play(["login taro@example.com password123"], on: app)
    app.neverAnswer(app.calls[0].id)
    app.answering = .automatic(with: "answered")
    try await play(["logout"], on: app)
    #expect(app.calls.map(\.name) == ["POST /v1/login"] && app.neverAnswered == [app.calls[0].id])
  }

  @Test func `No password is in the steps, and those that differ differ in what is recorded`() async throws {
    let app = await launch()
    try await play(
      [
        "signup hanako@example.com secret-1", "answer 1", "delete-account secret-2", "answer 'DELETE /v1/me'",
        "delete-account abc", "logout", "login hanako@example.com secret-1",
        "cancel 'login hanako@example.com PASSWORD'",
        "login taro@example.com password123",
      ], on: app)
    let exports = app.script + app.test + String(decoding: app.recording.json, as: UTF8.self)
    #expect(!exports.contains("secret") && !exports.contains("abc"))
    #expect(!app.steps.map(\.title).joined().contains("secret"))
    #expect(
      app.script.split(separator: "\n").filter { !$0.hasPrefix("answer") } == [
        "signup hanako@example.com PASSWORD", "delete-account PASSWORD2", "delete-account SHORT", "logout",
        "login hanako@example.com PASSWORD", #"cancel "login hanako@example.com PASSWORD""#,
        "login taro@example.com password123",
      ])
    let other = await launch()
    try await other.play(app.recording)
    #expect(other.script == app.script)
  }

  @Test func `The step that does something else is named, with what it changed and what it changes`() async throws {
    let app = await launch()
    try await play(Self.race, on: app)
    let hasty = await launch(isHasty: true)
    await #expect(
      throws: ScriptError(
        """
        Step 4, “POST /v1/login answers answered”, does something else than it did when it was recorded: auth was \
        unchanged, and is gone.
        """, kind: .failed)
    ) { try await hasty.play(app.recording) }
  }

  @Test(arguments: [false, true])
  func `An exploration begins with the open calls, and what it finds is taken`(isLoggingIn: Bool) async throws {
    let (app, mended) = (await launch(isHasty: true), await launch())
    if isLoggingIn {
      for app in [app, mended] { try await play(["login taro@example.com password123"], on: app) }
    }
    var states = 0
    let found = await app.explore(depth: 3) { states = $1 }
    let race: [Step] = [
      .start("login taro@example.com password123"), .start("logout"), .answer("POST /v1/login", with: "answered"),
    ]
    #expect(found.violation?.steps == Array(race.dropFirst(isLoggingIn ? 1 : 0)))
    #expect(found.violation?.invariant == "after a sign-out, only a sign-in signs in" && states > 5)
    #expect(app.steps.count == (isLoggingIn ? 2 : 1))
    try await app.take(found.violation?.steps ?? [])
    #expect(
      app.steps.compactMap(\.step) == race && app.root.auth.state == .signedIn(user: AuthenticatedUser(User.taro)))
    #expect(await mended.explore(depth: 3).violation == nil)
  }

  @Test(arguments: ["feed draft Hello", "mypage save Taro 1", "fail GET /v1/timeline 503"])
  func `An exploration tells apart what only storages or the server know`(line: String) async throws {
    func signedOutStates(_ lines: [String]) async -> Int {
      let explorer = StoreExplorer(
        ScheduledApp.example(.english), start: .sample, actions: (lines + ["logout"]).map { .line($0) { $0.isHome } },
        canBeKilled: false
      ).beginning(
        with: [.start("login taro@example.com password123"), .answer("POST /v1/login", with: "answered")],
        prepare: { process, _ in process.world.beExplored { _ in ["answered"] } })
      let graph = await explorer.explore(depth: 4, maximumRunning: 1).graph
      return graph.nodes.count { $0.state.hasPrefix("login: signedOut") && $0.calls.isEmpty && $0.running.isEmpty }
    }
    let without = await signedOutStates([])
    #expect(await signedOutStates([line]) > without)
  }

  @Test func `An exploration whose task is cancelled ends`() async throws {
    let app = await launch()
    let exploration = Task { await app.explore() }
    exploration.cancel()
    #expect(await exploration.value.isComplete == false)
  }

  @Test func `Too many steps are not kept, and the app goes on`() async throws {
    let app = await launch()
    app.maximumSteps = 10
    for _ in 1..<10 { try await play(["feed dismiss"], on: app) }
    #expect(app.steps.count == 10 && app.isComplete)
    try await play(["feed dismiss"], on: app)
    #expect(app.steps.count == 1 && !app.isComplete)
    try await play(["login taro@example.com password123", "answer 1"], on: app)
    #expect(app.steps.count == 1 && app.root.auth.state == .signedIn(user: AuthenticatedUser(User.taro)))
    await #expect(throws: ScriptError.self) { try await app.look(at: 1) }
  }

  @Test(arguments: ["wrong", "back", "logout\nback", "answer 1", "nonsense", ""])
  func `A recording with a line that is no step is refused`(lines: String) async throws {
    let app = await launch()
    var recording = app.recording
    recording.steps += lines.split(separator: "\n", omittingEmptySubsequences: false).map {
      Recording.Step(line: String($0), seconds: 0, changes: [:])
    }
    await #expect(throws: ScriptError.self) { try await app.play(recording) }
  }

  @Test func `Looking at steps changes nothing of what is kept`() async throws {
    let app = await launch()
    try await play(
      ["login taro@example.com password123", "answer 1", "feed load", "answer 'GET /v1/timeline'"], on: app)
    let size = app.size
    for _ in 1...20 {
      try await app.look(at: 2)
      try await app.look(at: app.steps.count)
    }
    #expect(app.size == size && app.size == app.steps.reduce(0) { $0 + $1.size } && app.isComplete)
  }

  @Test func `What waits for an action goes on when calls are held, or its call is never to be answered`() async throws
  {
    let line = try #require(try ScriptLine("login taro@example.com password123"))
    for isHeld in [true, false] {
      let app = await launch(answering: .automatic(with: "answered", after: .seconds(3_600)))
      let action = StartedAction { try? await app.play(line) }
      if isHeld { app.answering = .byHand } else { app.neverAnswer(app.calls[0].id) }
      try await action.finish()
      #expect(app.running.map(\.name) == ["login taro@example.com password123"])
    }
  }

  @Test(arguments: [
    ("{}", "It is not a recording, or it is cut: there is no JSON with a “version”."),
    ("[1]", "It is not a recording, or it is cut: there is no JSON with a “version”."),
    (
      #"{"version": 2}"#,
      "It has version 2 of the format, and this program reads version 1. Play it with the version of FOCAL that has "
        + "recorded it."
    ),
    (#"{"version": 1, "steps": []}"#, "It is damaged. Export it again."),
    (
      #"{"version":1,"language":"en","isPage":false,"start":"2026-03-08T04:32:51Z","steps":[]}"#,
      "It is damaged: it does not begin with the launch."
    ),
    (
      #"{"version":1,"language":"en","isPage":false,"start":"2026-03-08T04:32:51Z","steps":[{"line":"","seconds":1e300,"#
        + #""changes":{}}]}"#,
      "It is damaged: its steps are not in the order of their seconds."
    ),
  ])
  func `What is no recording of this version is an error that says what to do`(json: String, message: String) {
    #expect(throws: ScriptError(message)) { try Recording(json: Data(json.utf8)) }
  }
}
