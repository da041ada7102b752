#if Network
  import Core
  import Driver
  import ExampleApp

  // What was done, in words that do it again. No password is among them, except that of the example account.
  extension Inspection {
    /// The steps as a script for `focal play`.
    var script: String {
      let language = root.environment.language.rawValue
      var lines = [
        "# Recorded by focal-http web --inspect. To play it: swift run focal play --language \(language) FILE"
      ]
      guard isComplete else { return (lines + [Self.tooLong("#")]).joined(separator: "\n") + "\n" }
      lines += notes("#")
      for step in steps.dropFirst() { lines.append(step.line?.script ?? "# left out: \(step.title)") }
      return lines.joined(separator: "\n") + "\n"
    }

    /// The steps as a test that records the states of the Stores with StoreExploring.
    var test: String {
      var lines = [
        "import Authentication", "import Core", "import ExampleApp", "import Feed", "import MyPage",
        "import StoreExploring", "import Testing", "",
        "// Recorded by focal-http web --inspect.",
      ]
      guard isComplete else { return (lines + [Self.tooLong("//")]).joined(separator: "\n") + "\n" }
      lines += notes("//")
      lines += [
        "@MainActor", "struct RecordedSessionTests {",
        "  @Test func `The Stores pass through the recorded states`() async throws {",
        "    let backend = FakeBackend()", "    let environment = AppEnvironment(",
        "      client: FakeAPIClient(backend: backend), storages: .inMemory(), providers: .example,",
        "      language: .\(root.environment.language))",
      ]
      for (launch, recording) in zip(launches, recordings) {
        lines += ["    do {", "      let root = AppRoot(environment)", "      let recorder = StoreRecorder()"]
        lines += recording.names.map { "      let \($0.store) = recorder.record(root, \\.\($0.store).state)" }
        lines += ["      await root.launch()", "      recorder.flush()"]
        for step in launch {
          let statement = step.line?.statement ?? "// left out: \(step.title)"
          lines.append("      \(statement)")
          guard statement.hasPrefix("await") else { continue }
          // A sign-in may open a link, and replaces the Stores of the user.
          if statement.contains(".auth.") { lines.append("      await root.waitForRoutes()") }
          lines.append("      recorder.flush()")
        }
        lines += recording.names.map { Self.expectation($0.store, $0.states) }
        lines.append("    }")
      }
      return (lines + ["  }", "}"]).joined(separator: "\n") + "\n"
    }

    /// The steps of each launched app, without the launch.
    private var launches: [[Step]] {
      steps.dropFirst().split(omittingEmptySubsequences: false) { $0.line?.words == ["relaunch"] }.map(Array.init)
    }

    /// Comments about what differs where the steps are played.
    private func notes(_ comment: String) -> [String] {
      let hasPlaceholder = steps.contains { $0.line?.hasPassword == true && $0.line?.words.last == "PASSWORD" }
      return [
        hasPlaceholder ? "Replace PASSWORD where it matters: passwords are not recorded." : nil,
        conditions == nil ? "Recorded on another server, whose posts and accounts differ." : nil,
      ].compactMap(\.self).map { "\(comment) \($0)" }
    }

    private static func tooLong(_ comment: String) -> String {
      "\(comment) Too much was done to be recorded. Sign in with a new browser session, and do less."
    }

    /// An assertion in lines of at most 120 characters.
    private static func expectation(_ store: String, _ states: [String]) -> String {
      let literals = states.map(\.debugDescription)
      let line = "      #expect(\(store).values.map(StateName.ofCase) == [\(literals.joined(separator: ", "))])"
      guard line.count > 120 else { return line }
      var lines = ["      #expect(", "        \(store).values.map(StateName.ofCase) == ["]
      var row = "         "
      for literal in literals {
        if row.count + literal.count + 2 > 120 {
          lines.append(row)
          row = "         "
        }
        row += " \(literal),"
      }
      return (lines + [row, "        ])"]).joined(separator: "\n")
    }
  }
#endif
