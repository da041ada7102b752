/// Why a line could not be played, in words for whoever wrote it.
struct ScriptError: Error, Equatable {
  /// What kind of failure it is, which decides about the exit status.
  enum Kind {
    /// The line cannot be read: status 64.
    case unreadable
    /// An `expect` did not hold, or what the line asks for could not be done: status 1.
    case failed
  }

  let kind: Kind
  let message: String

  init(_ message: String, kind: Kind = .unreadable) {
    self.kind = kind
    self.message = message
  }
}
