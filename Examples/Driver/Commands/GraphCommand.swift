#if Driver
  import ArgumentParser
  import Foundation

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
    @MainActor
    public func run() async {
      for store in store.map({ [$0] }) ?? StoreName.allCases {
        FileHandle.standardOutput.write(Data(await StateGraph(of: store).page.utf8))
      }
    }
  }
#endif
