#if Network
  import ArgumentParser
  import FaultTable
  import Foundation

  /// Tries faults over one transport in this process, which some of them end.
  struct FaultsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "faults", abstract: "Tries faults over one transport, in this process.",
      discussion: "Prints a line for each call: the fault, the call, what came of it, and how often it was sent.")

    @Argument(help: "The transport.")
    var transport: TransportName

    @Argument(help: "The faults, as the table has them.")
    var faults: [Fault]

    func run() async throws {
      let transport = transport.make()
      for fault in faults {
        for run in try await FaultRun.all(ContractCall.all, against: fault, over: transport, patience: .seconds(4)) {
          // At once, because the process may be about to end.
          FileHandle.standardOutput.write(
            Data("\(fault)\t\(run.call)\t\(run.outcome)\t\(run.attempts)\t\(run.requests)\n".utf8))
        }
      }
    }
  }

  extension Fault: ExpressibleByArgument {
    /// Finds a fault by its description.
    ///
    /// - Parameter argument: The description.
    public init?(argument: String) {
      guard let fault = Fault.all.first(where: { $0.description == argument }) else { return nil }
      self = fault
    }
  }
#endif
