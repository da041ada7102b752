#if Network
  import AsyncHTTPClientTransport
  import Core
  import FaultTable
  import Testing

  @Suite("Everything that can go wrong", .timeLimit(.minutes(10)))
  struct FaultTableTests {
    private static let transport = AsyncHTTPClientTransport()

    @Test(arguments: Fault.all)
    func `comes to the right end`(fault: Fault) async throws {
      for run in try await FaultRun.all(ContractCall.all, against: fault, over: Self.transport) {
        let expected = fault.expected(of: run.call, maximumAttempts: FaultServer.maximumAttempts)
        #expect(run.outcome == expected.outcome, "\(run.call)")
        #expect(run.attempts == expected.attempts, "\(run.call)")
        #expect(run.isSignedIn == (expected.outcome != .sessionEnded), "\(run.call)")
      }
    }
  }
#endif
