#if Driver
  import Authentication
  import Core
  import ExampleApp
  import StoreExploring

  /// The actions of a schedule by their names: lines of a script, in which no password is repeated.
  @MainActor
  final class TypedLines {
    private var actions: [String: StoreAction<ScheduledProcess>] = [:]
    private var titles: [String: String] = [:]
    /// Whether lines are kept after their step.
    private var remembers = true
    /// What stands for each password.
    private var placeholders: [String: String] = [:]

    /// Adds a line, and returns its name: the line with a placeholder for its password, the same one for the same password.
    ///
    /// The password of the example account is public.
    func add(_ line: ScriptLine, userEmail: String?, hasExampleAccount: Bool) -> String {
      if !remembers { forget() }
      let name = name(of: line, userEmail: userEmail, hasExampleAccount: hasExampleAccount)
      actions[name] = StoreAction(name, canBeCancelled: true) { await $0.play(line) }
      titles[name] = line.text
      return name
    }

    /// Adds an action that scripts do not have.
    func add(_ name: String, _ work: @escaping @MainActor (AppRoot) async -> Void) {
      if !remembers { forget() }
      actions[name] = StoreAction(name, canBeCancelled: true) { await work($0.player.root) }
      titles[name] = name
    }

    /// The action of a name, which can be a line of a script that was not added.
    func action(named name: String) -> StoreAction<ScheduledProcess>? {
      if let action = actions[name] { return action }
      guard let line = try? ScriptLine(recorded: name) else { return nil }
      let action = StoreAction<ScheduledProcess>(name, canBeCancelled: true) { await $0.play(line) }
      if remembers { actions[name] = action }
      return action
    }

    /// The action as a transcript shows it; one that was forgotten may be of a former user.
    func title(of name: String) -> String { titles[name] ?? (name == "launch" ? name : "an earlier action") }

    /// Forgets the lines, and keeps each from now on for its step only.
    func forget() {
      remembers = false
      (actions, titles, placeholders) = ([:], [:], [:])
    }

    private func name(of line: ScriptLine, userEmail: String?, hasExampleAccount: Bool) -> String {
      guard line.hasPassword, let password = line.words.last else { return line.script }
      let email = line.words.first == "delete-account" ? userEmail : line.words.dropLast().last
      let account = FakeAccount.taro
      let isPublic = hasExampleAccount && email == account.email && password == account.password.rawValue
      return isPublic ? line.script : line.replacingPassword(with: placeholder(for: password))?.script ?? line.text
    }

    private func placeholder(for password: String) -> String {
      if let known = placeholders[password] { return known }
      // A password that is too short is refused as such.
      let word = password.count < AuthUseCase.minimumPasswordLength ? "SHORT" : "PASSWORD"
      // That of a recording stands for itself.
      let own = password.wholeMatch(of: /(SHORT|PASSWORD)[0-9]*/) == nil ? [] : [password]
      let numbered = (2...(placeholders.count + 2)).map { "\(word)\($0)" }
      let free = (own + [word] + numbered).first { !placeholders.values.contains($0) } ?? word
      placeholders[password] = free
      return free
    }
  }
#endif
