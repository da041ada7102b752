#if Driver
  import Authentication
  import Core
  import ExampleApp
  import StoreExploring

  /// The actions of a schedule by their names: lines of a script, in which no password is repeated.
  @MainActor
  final class TypedLines {
    private var placeholders: [String: String] = [:]
    private var others: [String: @MainActor (AppRoot) async -> Void] = [:]

    /// The line with a placeholder for its password, the same one for the same password.
    ///
    /// The password of the example account is public.
    func name(of line: ScriptLine, userEmail: String?, hasExampleAccount: Bool) -> String {
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

    /// Adds an action that scripts do not have.
    func add(_ name: String, _ work: @escaping @MainActor (AppRoot) async -> Void) {
      others[name] = work
    }

    /// The action of a name; that of a line has the password that was typed.
    func action(named name: String) -> StoreAction<ScheduledProcess>? {
      if let other = others[name] { return StoreAction(name) { await other($0.player.root) } }
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
