#if Driver
  import Core
  import ExampleApp
  import Foundation
  import StoreExploring

  /// Plays the lines of a terminal that take the place of the scheduler, and writes what each step does.
  @MainActor
  struct StepPlayer {
    let language: Language
    /// Whether the app signs in hastily.
    let isHasty: Bool
    /// The file for the steps.
    let record: String?
    let transcript: Transcript

    /// Plays what the user enters until they leave, and throws the first error of a line.
    func play(from prompt: Prompt) async throws(ScriptError) {
      try checkRecord()
      let app = await ScheduledApp(makeApp())
      var shown = 0
      show(app, from: &shown)
      let error = await prompt.run(
        "Enter an action, such as: login taro@example.com password123. answer 1 answers its first request, back takes a "
          + "step back; help lists them; quit leaves.\n"
      ) { (line) async throws(ScriptError) in
        try await play(line, on: app, from: &shown)
      }
      try write(app)
      if let error { throw ScriptError("A line failed: \(error.message)", kind: error.kind) }
    }

    /// Plays a script or a recording, and throws where a line fails, or does something else than it did.
    func play(_ text: String, named name: String) async throws(ScriptError) {
      try checkRecord()
      if text.first(where: { !$0.isWhitespace }) == "{" { return try await play(recording: Data(text.utf8), name) }
      let script: Script
      do throws(ScriptFailure) { script = try Script(text) } catch { throw error.named(name) }
      // For a script, the clock stands still.
      let app = await ScheduledApp(now: { DriverBackend.tourDate }, makeApp())
      var shown = 0
      show(app, from: &shown)
      do throws(ScriptFailure) {
        try await script.play { (line) async throws(ScriptError) in try await play(line, on: app, from: &shown) }
      } catch {
        try write(app)
        throw error.named(name)
      }
      try write(app)
    }

    private func play(recording json: Data, _ name: String) async throws(ScriptError) {
      do throws(ScriptError) {
        let recording = try Recording(json: json)
        guard let language = Language(rawValue: recording.language) else {
          throw ScriptError(
            "It is in the language \(recording.language.printable(maximumCharacters: 20)), not ja or en.")
        }
        let zone = recording.timeZone.flatMap { TimeZone(identifier: $0) }
        let app = await ScheduledApp(
          now: { recording.start },
          ScheduledApp.example(language, timeZone: zone, isPage: recording.isPage, isHasty: isHasty))
        var shown = 0
        do throws(ScriptError) { try await app.play(recording) } catch {
          show(app, from: &shown)
          throw error
        }
        show(app, from: &shown)
        try write(app)
      } catch {
        throw ScriptError("\(name): \(error.message)", kind: error.kind)
      }
    }

    private func makeApp() -> ScheduledApp.MakeApp { ScheduledApp.example(language, isHasty: isHasty) }

    private func play(_ line: ScriptLine, on app: ScheduledApp, from shown: inout Int) async throws(ScriptError) {
      defer { show(app, from: &shown) }
      try await app.play(line)
    }

    /// Writes the steps that were not written yet, and the calls that are open.
    private func show(_ app: ScheduledApp, from shown: inout Int) {
      if app.isComplete, shown > app.steps.count {
        transcript(.line("back to \(app.steps.last?.title ?? "")"))
        shown = app.steps.count
      }
      // Where too many were taken, the last one alone is kept.
      for step in app.isComplete ? app.steps.dropFirst(shown) : app.steps[...] {
        transcript(.line(step.title))
        step.entries.forEach(transcript)
      }
      shown = app.steps.count
      let calls = app.calls.enumerated().map { index, call in
        "\(index + 1). \(call.name) — \(call.answers.joined(separator: ", "))"
      }
      if !calls.isEmpty { transcript(.content("open", calls)) }
      let running = app.running.map { ShellWords.line([$0.name]) }
      if !running.isEmpty { transcript(.content("running", running)) }
      if !app.isComplete { transcript(.content("steps", ["There are too many to keep."])) }
    }

    /// Finds out before the first line whether the steps can be written.
    private func checkRecord() throws(ScriptError) {
      guard let record else { return }
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: record, isDirectory: &isFolder)
      let place = exists ? record : URL(filePath: record).deletingLastPathComponent().path
      guard !isFolder.boolValue, FileManager.default.isWritableFile(atPath: place) else {
        throw ScriptError("Cannot write “\(record.printable())”. Is there such a folder, and may you write to it?")
      }
    }

    private func write(_ app: ScheduledApp) throws(ScriptError) {
      guard let record else { return }
      guard app.isComplete else {
        throw ScriptError(
          "There are more than \(ScheduledApp.maximumSteps) steps, or too large ones: none is recorded.")
      }
      let file = URL(filePath: record)
      let data =
        switch file.pathExtension {
        case "json": app.recording.json
        case "swift": Data(app.test.utf8)
        default: Data((app.script + "\n").utf8)
        }
      do { try data.write(to: file, options: .atomic) } catch {
        throw ScriptError("Cannot write “\(record.printable())”: \(error.localizedDescription)", kind: .failed)
      }
    }
  }

  extension ScriptFailure {
    fileprivate func named(_ name: String) -> ScriptError {
      ScriptError("\(name):\(line): \(error.message)", kind: error.kind)
    }
  }
#endif
