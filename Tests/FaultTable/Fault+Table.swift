#if Network
  extension Fault {
    /// What came of all calls in a few words, as the table in the documentation has it.
    ///
    /// - Parameter outcomes: What came of each call, in words.
    /// - Returns: Each outcome with the number of calls, or the only one without.
    public static func summary(of outcomes: [String]) -> String {
      let kinds = Set(outcomes).sorted()
      guard kinds.count > 1 else { return kinds.first ?? "nothing" }
      return kinds.map { kind in "\(kind) ×\(outcomes.count { $0 == kind })" }.joined(separator: ", ")
    }

    /// What is to come of all calls, in a few words.
    public var expectedSummary: String {
      Self.summary(
        of: ContractCall.all.map { call in
          "\(expected(of: call, maximumAttempts: FaultServer.maximumAttempts).outcome)"
        })
    }

    /// One row of the table in the documentation.
    ///
    /// - Parameters:
    ///   - seen: What came of all calls over the transport of the table.
    ///   - other: What came of them over the other transport.
    /// - Returns: The row in Markdown, where what differs is in bold.
    public func row(_ seen: String, other: String) -> String {
      "| \(self) | \(seen) | \(other == seen ? "the same" : "**\(other)**") |"
    }
  }
#endif
