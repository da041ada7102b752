#if Driver
  import ArgumentParser

  /// `focal graph`.
  public struct GraphCommand: ParsableArguments, Sendable {
    /// How a command line names it.
    public static let configuration = CommandConfiguration(
      commandName: "graph",
      abstract: "Explores a Store and writes its state machine: a diagram in Mermaid, and a table of state and action.")

    @Argument(help: "The Store: auth, feed or mypage. Without one, all three.")
    var store: StoreName?

    /// Makes the command.
    public init() {}

    /// Explores, and writes to standard output.
    ///
    /// - Parameter options: The options that stood before the name of the command.
    /// - Throws: A `ValidationError` where JSON was asked for.
    @MainActor
    public func run(options: DriverOptions) async throws {
      guard !options.json else { throw ValidationError("graph writes Markdown, and knows no --json.") }
      for store in store.map({ [$0] }) ?? StoreName.allCases {
        StandardOutput.write(await StateGraph(of: store).page)
      }
    }
  }
#endif
