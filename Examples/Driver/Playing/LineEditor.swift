#if Driver
  import Foundation

  /// The line editor of the system: libedit, or readline.
  ///
  /// It is loaded at run time, because a package would be resolved by every user of this one, and a system may have none.
  /// Its history is in memory only.
  @MainActor
  final class LineEditor {
    private typealias Completion =
      @convention(c) (UnsafePointer<CChar>?, CInt, CInt) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

    nonisolated static let libraries = ["libedit.so.2", "libedit.so.0", "/usr/lib/libedit.3.dylib", "libreadline.so.8"]

    /// The editor in use: the library has one, whose functions keep no context.
    private static var current: LineEditor?

    private let library: UnsafeMutableRawPointer
    private let readLine: @convention(c) (UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>?
    private let addHistory: @convention(c) (UnsafePointer<CChar>) -> Void
    private let completions: @MainActor (_ prefix: String, _ words: [String]) -> [String]

    /// Loads the editor, which shows the line at a file descriptor, and completes words.
    ///
    /// Returns `nil` where the input or the output is not a terminal that moves its cursor, or the system has no editor.
    init?(output: Int32, completions: @escaping @MainActor (_ prefix: String, _ words: [String]) -> [String]) {
      guard Terminal(STDIN_FILENO).movesCursor, Terminal(output).movesCursor else { return nil }
      guard let library = Self.libraries.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first,
        let readLine = dlsym(library, "readline"), let addHistory = dlsym(library, "add_history")
      else { return nil }
      self.library = library
      self.readLine = unsafeBitCast(
        readLine, to: (@convention(c) (UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>?).self)
      self.addHistory = unsafeBitCast(addHistory, to: (@convention(c) (UnsafePointer<CChar>) -> Void).self)
      self.completions = completions
      // The editor reads characters in the encoding of the locale.
      setlocale(LC_CTYPE, "")
      if nl_langinfo(nl_item(CODESET)).map({ String(cString: $0) }) != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
      setVariable("rl_attempted_completion_function", to: Optional<Completion>(complete))
      if output != STDOUT_FILENO, let stream = fdopen(output, "w") { setVariable("rl_outstream", to: Optional(stream)) }
      Self.current = self
    }

    /// Reads a line; `nil` at the end of input.
    func read(_ prompt: String) -> String? {
      guard let line = readLine(prompt) else { return nil }
      defer { free(line) }
      return String(cString: line)
    }

    /// Adds a line to the history.
    func remember(_ line: String) {
      addHistory(line)
    }

    private func setVariable<Value>(_ name: String, to value: Value) {
      variable(name, of: Value.self)?.pointee = value
    }

    private func variable<Value>(_ name: String, of type: Value.Type) -> UnsafeMutablePointer<Value>? {
      dlsym(library, name)?.assumingMemoryBound(to: type)
    }

    /// The completions of the word that begins and ends at these positions of the line.
    fileprivate static func completions(from start: Int, to end: Int) -> [String] {
      guard let editor = current else { return [] }
      // Without completions, the editor would offer files.
      editor.setVariable("rl_attempted_completion_over", to: CInt(1))
      guard let buffer = editor.variable("rl_line_buffer", of: UnsafePointer<CChar>?.self)?.pointee else { return [] }
      let line = Array(String(cString: buffer).utf8)
      // Positions count bytes or characters; the words to complete have only ASCII before them.
      guard 0 <= start, start <= end, end <= line.count, line[..<end].allSatisfy({ $0 < 128 }) else { return [] }
      let words = String(decoding: line[..<start], as: UTF8.self).split(separator: " ").map(String.init)
      return editor.completions(String(decoding: line[start..<end], as: UTF8.self), words)
    }
  }

  /// Returns what the editor takes over and frees: the beginning that all completions share, the completions, and `nil`.
  private func complete(
    _: UnsafePointer<CChar>?, _ start: CInt, _ end: CInt
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    let completions = MainActor.assumeIsolated { LineEditor.completions(from: Int(start), to: Int(end)) }
    guard let first = completions.first else { return nil }
    let shared = completions.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    let all = completions.count == 1 ? [first] : [shared] + completions
    // libedit looks at the third element whether there is only one completion.
    let capacity = all.count + 2
    let list = malloc(capacity * MemoryLayout<UnsafeMutablePointer<CChar>?>.stride)?
      .bindMemory(to: UnsafeMutablePointer<CChar>?.self, capacity: capacity)
    guard let list else { return nil }
    for index in 0..<capacity { list[index] = index < all.count ? strdup(all[index]) : nil }
    return list
  }
#endif
