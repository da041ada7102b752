#if Driver
  /// All that a line of a script can ask for.
  ///
  /// A feature adds its words in a file of its own, and one line here.
  enum Grammar {
    static let actions: [any ScriptAction.Type] =
      authenticationWords + feedWords + myPageWords + appWords

    /// Reads a line.
    ///
    /// - Parameter line: The line.
    /// - Returns: What it asks for, or `nil` for an empty line or a comment.
    /// - Throws: ``ScriptError``, which names the word that it stumbled on.
    static func read(_ line: String) throws(ScriptError) -> (any ScriptAction)? {
      let words = try ShellWords.split(line)
      guard let first = words.first else { return nil }
      let candidates = actions.filter { $0.words.first == first }
      guard !candidates.isEmpty else {
        throw ScriptError("“\(first.beginning)” is no action. There is \(list(actions.map { $0.words[0] })).")
      }
      if let action = candidates.first(where: { words.starts(with: $0.words) }) {
        return try action.read(Array(words.dropFirst(action.words.count)))
      }
      let seconds = list(candidates.compactMap { $0.words.dropFirst().first })
      guard words.count > 1 else { throw ScriptError("“\(first)” needs one more word: \(seconds).") }
      throw ScriptError("“\(words[1].beginning)” is no action of \(first). There is \(seconds).")
    }

    /// Whether a word may be of a line that signs in, with a password behind it: two lines that became one, say.
    static func maySignIn(_ word: String) -> Bool {
      word.contains("@") || actions.contains { $0.takesSecret && word.hasPrefix($0.words[0]) }
    }

    private static func list(_ words: [String]) -> String {
      words.enumerated().filter { words.firstIndex(of: $0.element) == $0.offset }.map(\.element).joined(separator: ", ")
    }
  }

  extension String {
    /// The letters and hyphens at its start: a typo stays readable, and a password behind a wrong separator unseen.
    fileprivate var beginning: String {
      let beginning = prefix { $0.isLetter || $0 == "-" }
      return (beginning.count == count ? self : beginning + "…").printable
    }
  }
#endif
