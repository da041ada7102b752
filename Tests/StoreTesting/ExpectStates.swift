#if TestKit
  import Observation
  import StoreExploring

  /// Asserts every value that a property of a Store passes through during an action, the first one included.
  ///
  /// ```swift
  /// await expectStates(of: store, \.state, [.idle, .loading, .loaded(1)]) { await store.load() }
  /// ```
  ///
  /// A failure shows what was expected beside what was seen, with the first difference marked.
  ///
  /// - Parameters:
  ///   - store: The Store.
  ///   - keyPath: The property, such as `\.state`.
  ///   - expected: Every value, in order; the first is the one before the action.
  ///   - fileID: Where the test is.
  ///   - filePath: Where the test is.
  ///   - line: Where the test is.
  ///   - column: Where the test is.
  ///   - action: What makes the Store pass through them.
  /// - Throws: What `action` throws.
  @MainActor
  public func expectStates<Store: AnyObject & Observable, State: Equatable>(
    of store: Store, _ keyPath: KeyPath<Store, State>, _ expected: [State],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    during action: () async throws -> Void
  ) async rethrows {
    let states = Recorded(store, keyPath)
    try await action()
    expect(states, of: store, expected, fileID, filePath, line, column)
  }

  /// Asserts every value that two properties of a Store pass through during an action, such as its states and notices.
  ///
  /// ```swift
  /// await expectStates(of: store, \.state, [.idle, .loading, .failed], and: \.notice, [nil, offline]) { await store.load() }
  /// ```
  ///
  /// - Parameters:
  ///   - store: The Store.
  ///   - keyPath: The first property, such as `\.state`.
  ///   - expected: Every value of the first property, in order; the first is the one before the action.
  ///   - otherKeyPath: The second property, such as `\.notice`.
  ///   - otherExpected: Every value of the second property, in order.
  ///   - fileID: Where the test is.
  ///   - filePath: Where the test is.
  ///   - line: Where the test is.
  ///   - column: Where the test is.
  ///   - action: What makes the Store pass through them.
  /// - Throws: What `action` throws.
  @MainActor
  public func expectStates<Store: AnyObject & Observable, State: Equatable, Other: Equatable>(
    of store: Store, _ keyPath: KeyPath<Store, State>, _ expected: [State],
    and otherKeyPath: KeyPath<Store, Other>, _ otherExpected: [Other],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    during action: () async throws -> Void
  ) async rethrows {
    let states = Recorded(store, keyPath)
    let others = Recorded(store, otherKeyPath)
    try await action()
    expect(states, of: store, expected, fileID, filePath, line, column)
    expect(others, of: store, otherExpected, fileID, filePath, line, column)
  }

  @MainActor
  private func expect<Store, Value: Equatable>(
    _ recorded: Recorded<Value>, of store: Store, _ expected: [Value],
    _ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt
  ) {
    let seen = recorded.values
    guard seen != expected else { return }
    let message = SequenceDifference(property: "\(Store.self)’s \(Value.self)", expected: expected, seen: seen).message
    TestFailure(message: message, fileID: fileID, filePath: filePath, line: line, column: column).report()
  }
#endif
