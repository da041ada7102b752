/// One step of a Store from one value to the next.
public struct StoreChange<Value> {
  /// The value before.
  public let from: Value
  /// The value after.
  public let to: Value

  /// Makes a step.
  ///
  /// - Parameters:
  ///   - from: The value before.
  ///   - to: The value after.
  public init(from: Value, to: Value) {
    self.from = from
    self.to = to
  }
}

extension StoreChange: Sendable where Value: Sendable {}
extension StoreChange: Equatable where Value: Equatable {}
