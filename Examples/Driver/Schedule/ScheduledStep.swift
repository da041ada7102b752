#if Driver
  import StoreExploring

  /// A step that was taken, and what it did; the first one is the launch.
  package struct ScheduledStep {
    /// The step, without passwords; `nil` for the first launch.
    package let step: Step?
    /// The step as a line of a script, without passwords; empty for the first launch.
    package var line: String { step?.scriptLine ?? "" }
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

    init(step: Step?, title: String, seconds: Double) {
      (self.step, self.title, self.seconds) = (step, title, seconds)
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

  extension Step {
    /// The step as a line of a script that takes it; `nil` for what no line says.
    var scriptLine: String? {
      func number(_ number: Int, _ option: String) -> [String] { number == 0 ? [] : [option, "\(number)"] }
      return switch self {
      case .start(let name): name
      case .answer(let name, let call, let label): ShellWords.line(["answer", name, label] + number(call, "--call"))
      case .cancel(let name, let run): ShellWords.line(["cancel", name] + number(run, "--run"))
      case .kill: "relaunch"
      case .lastFirst, .killProcess, .killAfterWrites: nil
      }
    }
  }
#endif
