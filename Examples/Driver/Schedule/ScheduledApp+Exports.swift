#if Driver
  import Core
  import ExampleApp
  import Foundation
  import StoreExploring

  // What was done, in words that do it again.
  extension ScheduledApp {
    /// The steps for another machine.
    package var recording: Recording {
      Recording(
        of: root.environment, start: start,
        steps: steps.map { Recording.Step(line: $0.line, seconds: $0.seconds, changes: $0.changes) })
    }

    /// The steps as a script for `focal play --step`; a line that could not be carried out is a comment.
    package var script: String {
      steps.dropFirst().map { step in
        step.isRepeatable
          ? step.line : "# failed: \(step.title.split(whereSeparator: \.isNewline).joined(separator: " "))"
      }.joined(separator: "\n")
    }

    /// The steps as a test, each with the state that it led to.
    package var test: String {
      let recording = recording
      let zone = recording.timeZone.map { "TimeZone(identifier: \"\($0)\")" } ?? "nil"
      var state = steps.first?.state ?? ""
      let steps = steps.dropFirst().map { step in
        if !step.isWrong { state = step.state }
        return "    (\(step.step?.swift ?? ""), \(Step.quoted(state))),"
      }
      return """
        import Driver
        import ExampleApp
        import Foundation
        import StoreExploring
        import Testing

        // Where a step led to the wrong state, write the right one: the test fails until that is mended.
        @MainActor
        @Test func `The recorded schedule leads to these states`() async throws {
          let explorer = StoreExplorer(
            ScheduledApp.example(
              .\(root.environment.language == .japanese ? "japanese" : "english"), timeZone: \(zone), isPage: \(recording.isPage)),
            start: Date(timeIntervalSince1970: \(Int(start.timeIntervalSince1970))))
          #expect(try await explorer.replay([
        \(steps.joined(separator: "\n"))
          ]) == nil)
        }

        """
    }
  }
#endif
