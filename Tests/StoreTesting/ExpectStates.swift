import Observation
import StoreExploring

/// Asserts every value of a property of a Store during an action, the one before the action included.
///
/// ```swift
/// await expectStates(of: store, \.state, [.idle, .loading, .loaded(1)]) { await store.load() }
/// ```
///
/// A failure shows the expected values beside the actual ones, and marks the first difference.
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

/// Asserts every value of two properties of a Store during an action, such as its states and notices.
///
/// ```swift
/// await expectStates(of: store, \.state, [.idle, .loading, .failed], and: \.notice, [nil, offline]) { await store.load() }
/// ```
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
  let actual = recorded.values
  guard actual != expected else { return }
  let message = SequenceDifference(property: "\(Store.self)’s \(Value.self)", expected: expected, actual: actual)
    .message
  TestFailure(message: message, fileID: fileID, filePath: filePath, line: line, column: column).report()
}
