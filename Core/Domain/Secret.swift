/// A password, a token or a key: a string that is never printed.
///
/// `print`, `dump`, string interpolation, mirrors and failed tests show dots; JSON has the plain string. A type that
/// contains a secret needs no description of its own.
public struct Secret: Sendable, Hashable, Codable {
  /// The characters.
  public let rawValue: String

  /// Creates a secret.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// Decodes a string.
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(String.self)
  }

  /// Encodes the string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Dots.
  public var description: String { "•••" }

  /// Dots.
  public var debugDescription: String { description }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Keeps a property that may contain secrets, such as the body of a request, out of all that is printed.
@propertyWrapper
public struct Unprinted<Value> {
  /// The value.
  public var wrappedValue: Value

  /// Creates the wrapper of a property.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}

extension Unprinted: Sendable where Value: Sendable {}
extension Unprinted: Equatable where Value: Equatable {}
extension Unprinted: Hashable where Value: Hashable {}

extension Unprinted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Dots.
  public var description: String { "•••" }

  /// Dots.
  public var debugDescription: String { description }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
