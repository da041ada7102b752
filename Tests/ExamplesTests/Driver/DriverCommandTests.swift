import ArgumentParser
import Core
import ExampleApp
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Driver

@MainActor
struct DriverCommandTests {
  let driver = PlayedDriver()

  @Test(arguments: Language.allCases)
  func `The tour has the same transcript everywhere, and shows every state that a user sees`(language: Language)
    async throws
  {
    try await Tour.builtIn.play(
      on: driver.driverBackend, language: language, transcript: driver.transcript(json: false))
    #expect(try driver.text == PlayedDriver.tour(language))
    let lines = driver.text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    for store in StoreName.allCases {
      let transitions = lines.filter { $0.count > 3 && $0[0] == store.rawValue && $0[2] == "→" }
      // Without a user the app shows the sign-in screen, and not what a Store says then.
      let seen = Set(store.stateNames).subtracting(["notAuthorized"])
      #expect(Set(transitions.flatMap { [$0[1], $0[3]] }) == seen, "\(store)")
    }
  }

  /// The pages are written by `swift run focal graph auth > Features/Authentication/Authentication.docc/StateMachine.md`,
  /// and so on.
  @Test(
    .enabled(if: ProcessTurn.isForExplorations), .ownProcess,
    arguments: [
      (StoreName.auth, "Authentication", ""), (.feed, "Feed", ""), (.outbox, "Feed", "Outbox"), (.mypage, "MyPage", ""),
    ])
  func `The documented state machine is that of the Store`(store: StoreName, feature: String, prefix: String) async {
    await #expect(processExitsWith: .success) { @MainActor [name = store.rawValue as String, feature, prefix] in
      let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Features/\(feature)/\(feature).docc/\(prefix)StateMachine.md")
      let page = try await StateGraph(of: #require(StoreName(rawValue: name))).page
      #expect(try page == String(contentsOf: file, encoding: .utf8), "\(page)")
      #expect(!page.contains("never reached"), "\(page)")
    }
  }

  @Test func `Options before and after the name of a command are merged, and the inner one wins`() throws {
    let outer = try DriverOptions.parse(["--language", "ja", "--state", "outer", "--json"])
    let inner = try DriverOptions.parse(["--language", "en"])
    let merged = inner.merging(outer)
    #expect(merged.language == .english)
    #expect(merged.state == "outer")
    #expect(merged.json)
    #expect(try inner.merging(.parse(["--token-life", "2"])).tokenSeconds == 2)
    #expect(throws: (any Error).self) { try DriverOptions.parse(["--token-life", "0"]) }
    #expect(try DriverOptions.parse(["--state", "inner"]).merging(outer).state == "inner")
  }

  @Test(arguments: [("ja_JP.UTF-8", Language.japanese), ("en_US", .english), ("C", .english), ("", .english)])
  func `The language is that of the terminal, or English`(locale: String, language: Language) {
    #expect(Language(locale: locale) == language)
    #expect(Language(locale: nil) == .english)
  }

  @Test(arguments: [
    (["--state", "x"], "“tour” does not support --state."), (["graph", "--json"], "“graph” does not support --json."),
    (["--token-life", "1", "graph"], "“graph” does not support --token-life."),
    (["tour", "lgoin", "s3cret"], "Unknown command “lgoin”. Available: tour, play, graph."),
    (["graph", "--html"], "“--html” needs a Store. Available: auth, feed, outbox, mypage."),
    (["--langage", "en"], "Unknown option '--langage'. Did you mean '--language'?"),
    (["grpah"], "Unknown command “grpah”. Did you mean “graph”? Available: tour, play, graph."),
    (["play", "login", "taro@example.com", "s3cret"], "Expected one script file; found 3 arguments."),
    (["play", "--record", "x"], "“--record” and “--hasty” need --step."),
    (["play", "--hasty"], "“--record” and “--hasty” need --step."),
    (["play", "--step", "--state", "x"], "“play --step” does not support --state."),
  ])
  func `An option or a word that a command does not know is an error that repeats no password`(
    arguments: [String], message: String
  ) async {
    let error = await #expect(throws: (any Error).self) {
      let command = try Program.parseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand { try await command.run() }
    }
    #expect(error.map(Program.message) == message)
  }

  @Test func `With tokens that expire at every line the tour is the same`() async throws {
    try await Tour.builtIn.play(
      on: .embedded(tokenSeconds: 1), language: .english, transcript: driver.transcript(json: true))
    let text = driver.text
    let other = PlayedDriver()
    try await Tour.builtIn.play(on: .embedded(), language: .english, transcript: other.transcript(json: true))
    #expect(text == other.text)
  }

  @Test func `With tokens that expire at every line a user stays signed in however often the app is killed`()
    async throws
  {
    let storages = AppStorages.inMemory()
    let backend = DriverBackend.embedded(storage: storages.session, tokenSeconds: 1)
    let player = Player(
      backend.environment(.english, storages: storages), on: backend, transcript: driver.transcript(json: true))
    await player.launch()
    try await player.play("login taro@example.com password123")
    for line in Tour.builtIn.parts[4..<10].flatMap(\.lines) where !line.hasPrefix("expect") {
      try await player.play(line)
      try await player.play("relaunch")
      try await player.play("expect auth signedIn 太郎")
      // Reads the unsent posts of the earlier launch.
      try await player.play("feed load")
    }
    try await player.play("delete-account password123")
    try await player.play("relaunch")
    try await player.play("expect auth signedOut")
    try await player.play("login taro@example.com password123")
    try await player.play("expect auth error")
  }

  /// Enters lines at a prompt, and returns the errors that it prints and the first of them.
  private func enter(_ lines: [String], at player: Player) async -> (printed: [String], first: ScriptError?) {
    var rest = lines[...]
    var printed: [String] = []
    let prompt = Prompt(
      readLine: { prompt in
        driver.append(prompt)
        return rest.popFirst()
      }, write: { driver.append($0) }, printError: { printed.append($0) })
    let first = await prompt.run(player)
    return (printed, first)
  }

  private static let greeting =
    "Enter an action, such as: login taro@example.com password123. help lists them; quit leaves.\n"

  @Test func `A prompt continues after a line that fails, and returns the first error`() async {
    let player = driver.makePlayer(.english, json: true)
    let result = await enter(["", "expect auth signedIn", "mypage", "feed dismiss"], at: player)
    let expected = "Expected auth signedIn; found auth signedOut."
    #expect(
      result.printed == [expected, "Missing action after “mypage”. Available: load, save, delete, dismiss."])
    #expect(result.first == ScriptError(expected, kind: .failed))
    #expect(
      driver.text == """
        \(Self.greeting)focal> focal> focal> focal>     No notice is shown.
        focal>\u{20}

        """)
  }

  @Test(arguments: ["quit", "exit", "  quit now # or later"])
  func `A prompt is left with a word, and nothing after it is played`(word: String) async {
    let result = await enter([word, "expect auth signedIn"], at: driver.makePlayer(.english, json: true))
    #expect(result.printed.isEmpty && result.first == nil)
    #expect(driver.text == Self.greeting + "focal> ")
  }

  @Test(arguments: [
    ("help", ["  logout                             Signs out.\n", "  quit  "], ["Usage"]),
    ("?", ["  logout                             Signs out.\n", "  quit  "], ["Usage"]),
    ("help mypage", ["  mypage load  ", "  mypage dismiss  "], ["feed", "  quit  "]),
    ("help feed like", ["Likes a post.\nUsage: feed like ID\nID is an identifier"], ["unlike"]),
  ])
  func `The help of a prompt lists the actions, those that begin with a word, or explains one`(
    line: String, contained: [String], missing: [String]
  ) async {
    let result = await enter([line, "help lgoin", "hlep"], at: driver.makePlayer(.english, json: true))
    for text in contained { #expect(driver.text.contains(text)) }
    for text in missing { #expect(!driver.text.contains(text)) }
    #expect(result.printed.count == 2)
    #expect(result.printed.first?.hasPrefix("Unknown action “lgoin”. Did you mean “login”? ") == true)
    #expect(result.printed.last?.hasPrefix("Unknown action “hlep”. Did you mean “help”? ") == true)
  }

  @Test(arguments: [
    ("restore", "Nothing changed."), ("expect auth signedOut", "As expected."), ("feed dismiss", "No notice is shown."),
    ("fail GET /v1/me 503", "The next such request fails."),
  ])
  func `A prompt answers every line that can be played`(line: String, answer: String) async {
    #expect(await enter([line, "login-with google"], at: driver.makePlayer(.english, json: false)).first == nil)
    #expect(driver.text.contains("    \(answer)\n"))
    #expect(driver.text.components(separatedBy: "\(answer)\n").count == 2)
  }

  @Test(arguments: [
    ("login taro@example.com s3cret", "login taro@example.com"), ("login taro@example.com", "login taro@example.com"),
    ("delete-account s3cret # comment", "delete-account"), ("feed post \"login 1\" # comment", "feed post \"login 1\""),
    ("feed psot \"half a line", "feed psot \"half a line"), ("", nil), ("# login taro@example.com s3cret", nil),
    ("lgoin taro@example.com s3cret", nil), ("login taro@example.com s3cret and more", nil),
    ("restore login taro@example.com s3cret", nil), ("login,taro@example.com,s3cret", nil),
    ("login \"taro@example.com s3cret", nil), ("\"login taro@example.com s3cret\"", nil),
    ("feed like @1", "feed like @1"),
  ])
  func `The history of a prompt has what was entered, without passwords`(line: String, remembered: String?) async {
    var (rest, history) = ([line][...], [String]())
    let prompt = Prompt(
      readLine: { _ in rest.popFirst() }, remember: { history.append($0) }, write: { _ in }, printError: { _ in })
    _ = await prompt.run(driver.makePlayer(.english, json: true, askPassword: { nil }))
    #expect(history == [remembered].compactMap(\.self))
  }

  @Test func `The version is the newest of the changelog`() throws {
    let file = URL(filePath: #filePath).appending(path: "../../../../CHANGELOG.md").standardized
    let versions = try String(contentsOf: file, encoding: .utf8).matches(of: /(?m)^## (.*)$/)
    #expect(versions.first.map { String($0.1) } == Program.version)
  }

  /// The process reads what the test has typed on the terminal before.
  @Test(.ownProcess, .enabled(if: PseudoTerminal.hasEditor))
  func `The editor of the system completes words, and has a history`() async throws {
    let terminal = try PseudoTerminal()
    try terminal.master.write(contentsOf: Data("lo\t1\n\u{1B}[A2\nあい\n".utf8))
    await #expect(processExitsWith: .success) { [path = terminal.path as String] in
      setenv("TERM", "xterm", 1)
      try replace(STDIN_FILENO, by: path, O_RDWR | O_NOCTTY)
      try replace(STDOUT_FILENO, by: path, O_RDWR | O_NOCTTY)
      await MainActor.run {
        let editor = LineEditor(output: STDOUT_FILENO) { prefix, words in
          words.isEmpty && prefix == "lo" ? ["load"] : []
        }
        let first = editor?.read("> ")
        if let first { editor?.remember(first) }
        let lines = [first, editor?.read("> "), editor?.read("> ")]
        exit(lines == ["load 1", "load 12", "あい"] ? 0 : 1)
      }
    }
  }

  @Test func `A prompt asks for a password that a line leaves out`() async throws {
    let player = driver.makePlayer(.english, json: false, askPassword: { "password123" })
    #expect(await enter(["login taro@example.com", "expect auth signedIn 太郎"], at: player).first == nil)
    let other = driver.makePlayer(.english, json: false, askPassword: { nil })
    #expect(await enter(["signup taro@example.com"], at: other).first == .missingPassword("signup EMAIL PASSWORD"))
  }

  /// The process opens the terminal of the test, and gets the signal when it is ready to read the password.
  @Test(.ownProcess, arguments: [SIGINT, SIGQUIT, SIGTERM, SIGHUP])
  func `A signal while a password is typed leaves a terminal that shows its input`(number: Int32) async throws {
    let terminal = try PseudoTerminal()
    await #expect(processExitsWith: .signal(number)) { [path = terminal.path as String, number] in
      try replace(STDIN_FILENO, by: path, O_RDWR | O_NOCTTY)
      await MainActor.run { _ = Prompt(write: { if $0 == "Password: " { deliver(number) } }).password() }
    }
    #expect(terminal.showsInput)
  }

  /// A process in a session of its own, without a shell that could continue it, is not stopped.
  @Test(.ownProcess)
  func `A password stays hidden where the process goes on after a signal, and the input is shown after it`()
    async throws
  {
    let terminal = try PseudoTerminal()
    try terminal.master.write(contentsOf: Data("secret\n".utf8))
    await #expect(processExitsWith: .success) { [path = terminal.path as String] in
      guard setsid() > 0 else { exit(2) }
      try replace(STDIN_FILENO, by: path, O_RDWR | O_NOCTTY)
      await MainActor.run {
        var isShown = true
        let prompt = Prompt(write: { text in
          guard text == "Password: " else { return }
          deliver(SIGTSTP)
          isShown = showsInput(STDIN_FILENO)
        })
        exit(prompt.password() == "secret" && !isShown ? 0 : 1)
      }
    }
    #expect(terminal.showsInput)
  }

  @Test func `A locked account opens again as the clock of the prompt goes on`() async {
    let clock = Mutex(DriverBackend.tourDate)
    let backend = DriverBackend.embedded(now: { clock.withLock { $0 } })
    let player = Player(
      backend.environment(.english), on: backend, transcript: driver.transcript(json: true))
    let wrong = Array(repeating: "login taro@example.com wrong", count: 5)
    let right = "login taro@example.com password123"
    #expect(await enter(wrong + [right, "expect auth error"], at: player).first == nil)
    clock.withLock { $0 += 31 }
    #expect(await enter([right, "expect auth signedIn 太郎"], at: player).first == nil)
  }

  @Test(.ownProcess) func `A transcript that cannot be written ends the process with status 74 and one line`() async {
    let result = await #expect(processExitsWith: .exitCode(74), observing: [\.standardErrorContent]) {
      try replace(STDOUT_FILENO, by: "/dev/null", O_RDONLY)
      await Program.main(["tour"])
    }
    #expect(result?.errorText == "Standard output cannot be written.\n")
  }

  @Test(.ownProcess) func `A folder as standard input ends the process with status 66`() async {
    let result = await #expect(processExitsWith: .exitCode(66), observing: [\.standardErrorContent]) {
      try replace(STDIN_FILENO, by: "/", O_RDONLY)
      await Program.main(["play", "-"])
    }
    #expect(result?.errorText == "Cannot read standard input. It is a folder.\n")
  }

  @Test(.ownProcess) func `A session that cannot be saved is an error line, and the script goes on`() async {
    let result = await #expect(processExitsWith: .exitCode(0), observing: [\.standardErrorContent]) {
      let file = URL.temporaryDirectory.appending(path: "script-\(UUID().uuidString)")
      try Data("login taro@example.com password123\nexpect auth signedIn".utf8).write(to: file)
      await Program.main(["play", file.path, "--state", "/dev/null", "--json"])
    }
    #expect(result?.errorText.hasPrefix("The session could not be saved. ") == true)
  }
}

extension ExitTest.Result {
  fileprivate var errorText: String { String(decoding: standardErrorContent, as: UTF8.self) }
}

/// A terminal whose user is a test; it is kept open, because the system resets one that no process has open.
private struct PseudoTerminal {
  let master: FileHandle
  let path: String
  private let slave: FileHandle

  init() throws {
    var (user, process): (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 1_024)
    guard openpty(&user, &process, &name, nil, nil) == 0 else { throw CocoaError(.fileReadUnknown) }
    master = FileHandle(fileDescriptor: user, closeOnDealloc: true)
    slave = FileHandle(fileDescriptor: process, closeOnDealloc: true)
    path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Whether the system has a line editor.
  static var hasEditor: Bool {
    LineEditor.libraries.contains { (name: String) in dlopen(name, RTLD_NOW) != nil }
  }

  var showsInput: Bool { ExamplesTests.showsInput(slave.fileDescriptor) }
}

/// Sends a signal to this thread, which may be one that blocks signals.
private func deliver(_ number: Int32) {
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, number)
  pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  raise(number)
}

private func showsInput(_ descriptor: Int32) -> Bool {
  var settings = termios()
  return tcgetattr(descriptor, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
}

/// Replaces a standard stream by a file opened in a mode that the stream cannot use.
private func replace(_ stream: Int32, by path: String, _ mode: Int32) throws {
  guard dup2(open(path, mode), stream) == stream else { throw CocoaError(.fileReadUnknown) }
}

/// The driver on a backend in the same process.
private struct Program: DriverProgram {
  static let configuration = CommandConfiguration(
    commandName: "focal",
    subcommands: [TourCommand<Program>.self, PlayCommand<Program>.self, GraphCommand<Program>.self],
    defaultSubcommand: TourCommand<Program>.self)

  @OptionGroup var options: DriverOptions

  func backend(
    _ options: DriverOptions, storage: any SessionStorage, now: @escaping @Sendable () -> Date
  ) -> DriverBackend {
    .embedded(storage: storage, now: now)
  }

  func refuseServer(for command: String) {}
}
