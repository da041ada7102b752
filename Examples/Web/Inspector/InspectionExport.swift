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
  }
#endif
