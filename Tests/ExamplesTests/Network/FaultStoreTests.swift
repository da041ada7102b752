#if Network
  import AsyncHTTPClientTransport
  import FaultTable
  import Testing

  /// The table of faults as a user meets it: each against every action of the three Stores.
  @Suite("Whatever goes wrong", .timeLimit(.minutes(10)))
  @MainActor
  struct FaultStoreTests {
    private static let transport = AsyncHTTPClientTransport()
    private static var undisturbed: [String: Sight] = [:]

    private static func undisturbed(_ storeCase: StoreCase) async -> Sight {
      if let sight = undisturbed[storeCase.description] { return sight }
      let sight = await storeCase.undisturbed()
      undisturbed[storeCase.description] = sight
      return sight
    }

    @Test(arguments: Fault.all)
    func `every Store says what happened, and goes on when it is over`(fault: Fault) async throws {
      try await FaultServer.run(with: fault, over: Self.transport) { @MainActor server in
        for storeCase in StoreCase.all {
          let call = try #require(ContractCall.all.first { $0.description == storeCase.route })
          let expected = fault.expected(of: call, maximumAttempts: FaultServer.maximumAttempts)
          let trouble = Trouble(expected.outcome, fault)
          let (course, attempts, _) = await server.answer(call) { @MainActor client in
            await storeCase.play(over: client, goesOn: trouble != .none)
          }
          var sight = course.before
          storeCase.change(trouble, &sight)
          #expect(course.inTrouble == sight, "\(storeCase)")
          #expect(attempts == expected.attempts, "\(storeCase)")
          guard trouble != .none else { continue }
          #expect(await Self.undisturbed(storeCase) == course.after, "\(storeCase)")
        }
      }
    }

    @Test func `every call of the contract is part of an action`() {
      #expect(Set(StoreCase.all.map(\.route)) == Set(ContractCall.all.map(\.description)))
    }
  }
#endif
