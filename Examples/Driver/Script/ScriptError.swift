/// Why a script or a line of it could not be played, in words for whoever wrote it.
struct ScriptError: Error, Equatable {
  /// What kind of failure it is, and the exit status that it means.
  enum Kind: Int32 {
    /// An `expect` did not hold, or what the line asks for could not be done.
    case failed = 1
    /// What is written cannot be read.
    case unreadable = 64
    /// There is no script.
    case missing = 66
  }

  let kind: Kind
  let message: String

  init(_ message: String, kind: Kind = .unreadable) {
    self.kind = kind
    self.message = message
  }

  /// A line without the password that its first word needs.
  static func noPassword(of word: String) -> ScriptError {
    ScriptError("\(word) needs a password. Write: \(word) EMAIL PASSWORD")
  }
}
