#if Driver
  import StoreExploring

  /// A step that was taken, and what it did; the first one is the launch.
  package struct ScheduledStep {
    /// The step, without passwords; `nil` for the first launch.
    package let step: Step?
    /// The step as a line of a script, without passwords.
    package let line: String
    /// The step as a transcript shows it.
    package let title: String
    /// When it was taken, in seconds since the launch.
    package let seconds: Double
    /// What the transcript shows after it.
    package var entries: [TranscriptEntry] = []
    /// Why the line could not be carried out.
    package var failure: String?
    /// What has changed of what the app shows, by path; `nil` for a part that is gone.
    package var changes: [String: String?] = [:]
    /// What was started, called and answered, and what has returned.
    package var events: [Event] = []
    /// The name of the state of the app after it.
    package var state = ""
    /// The names of the states of the Stores after it, as their state machines have them, in the order of the Stores.
    package var stores: [String] = []
    /// Whether the user says that it should have changed nothing.
    package var isWrong = false

    init(step: Step?, line: String, title: String, seconds: Double) {
      (self.step, self.line, self.title, self.seconds) = (step, line, title, seconds)
    }

    /// Whether a script can take it again: a line that could not be carried out would end the script.
    var isRepeatable: Bool {
      if case .start? = step { failure == nil } else { true }
    }

    /// The size of its texts in bytes.
    var size: Int {
      line.utf8.count + title.utf8.count + changes.reduce(0) { $0 + $1.key.utf8.count + ($1.value?.utf8.count ?? 0) }
        + entries.reduce(0) { $0 + $1.text().utf8.count }
    }
  }
#endif
