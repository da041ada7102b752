#if Driver
  import Authentication
  import Core
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
    /// Whether the user says that it should have changed nothing.
    package var isWrong = false

    init(step: Step?, line: String, title: String, seconds: Double) {
      (self.step, self.line, self.title, self.seconds) = (step, line, title, seconds)
    }

    /// The size of its texts in bytes.
    var size: Int {
      line.utf8.count + title.utf8.count + changes.reduce(0) { $0 + $1.key.utf8.count + ($1.value?.utf8.count ?? 0) }
        + entries.reduce(0) { $0 + $1.text().utf8.count }
    }
  }

  /// The passwords that were typed, which neither a step nor a recording repeats.
  @MainActor
  final class StepPasswords {
    private var placeholders: [String: String] = [:]
    private let hasExampleAccount: Bool

    init(hasExampleAccount: Bool) {
      self.hasExampleAccount = hasExampleAccount
    }

    /// The line with a placeholder for its password, the same one for the same password.
    ///
    /// The password of the example account is public.
    func name(of line: ScriptLine, userEmail: String?) -> String {
      guard line.hasPassword, let password = line.words.last else { return line.script }
      let email = line.words.first == "delete-account" ? userEmail : line.words.dropLast().last
      let account = FakeAccount.taro
      let isPublic = hasExampleAccount && email == account.email && password == account.password.rawValue
      guard !isPublic, password.wholeMatch(of: Self.placeholder) == nil else { return line.script }
      // A password that is too short is refused as such.
      let word = password.count < AuthUseCase.minimumPasswordLength ? "SHORT" : "PASSWORD"
      let number = placeholders.values.count { $0.hasPrefix(word) } + 1
      let name = placeholders[password] ?? (number == 1 ? word : "\(word)\(number)")
      placeholders[password] = name
      return line.replacingPassword(with: name)?.script ?? line.script
    }

    /// The action of a line, with the password that was typed.
    func action(named name: String) -> StoreAction<ScheduledProcess>? {
      guard let line = try? ScriptLine(name), let typed = typed(line) else { return nil }
      return StoreAction(name, canBeCancelled: true) { await $0.play(typed) }
    }

    /// The line as a transcript shows it.
    func title(of name: String) -> String { (try? ScriptLine(name))?.text ?? name }

    private func typed(_ line: ScriptLine) -> ScriptLine? {
      guard line.hasPassword, let password = placeholders.first(where: { $0.value == line.words.last })?.key else {
        return line
      }
      return line.replacingPassword(with: password)
    }

    private static var placeholder: Regex<(Substring, Substring)> { /(SHORT|PASSWORD)[0-9]*/ }
  }
#endif
