/// The observable properties of a subject, which are its state unless a test names another one.
public struct ObservedProperties: Equatable, CustomStringConvertible {
  /// The longest text of one value.
  private static let maximumLength = 28

  struct Property: Equatable {
    let name: String
    let value: Any

    var text: String { "\(name) \(ObservedProperties.text(value))" }

    static func == (left: Property, right: Property) -> Bool {
      guard let value = left.value as? any Equatable else { return "\(left.value)" == "\(right.value)" }
      return value.isEqual(to: right.value)
    }
  }

  let properties: [Property]

  /// Reads an observable object, or each of a structure of objects.
  init(of subject: Any) {
    properties = SubjectReader.observableProperties(of: subject).map { Property(name: $0.name, value: $0.value) }
  }

  /// The values of the properties whose names both have, in the same order.
  func common(with other: ObservedProperties) -> [(name: String, own: Any, other: Any)] {
    properties.compactMap { property in
      other.properties.first { $0.name == property.name }.map { (property.name, property.value, $0.value) }
    }
  }

  /// A short text: an optional without its wrapping, a long collection by its number of elements.
  static func text(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional { return mirror.children.first.map { Self.text($0.value) } ?? "nil" }
    if value is String { return "“\(shortened("\(value)"))”" }
    let text = ordered(value, mirror) ?? String(describing: value)
    guard text.count > maximumLength else { return text }
    switch mirror.displayStyle {
    case .collection, .set, .dictionary:
      return "\(mirror.children.count) element\(mirror.children.count == 1 ? "" : "s")"
    default: return shortened(text)
    }
  }

  /// What is in a set or a dictionary, in an order that is the same in every process.
  private static func ordered(_ value: Any, _ mirror: Mirror) -> String? {
    switch mirror.displayStyle {
    case .set: "[\(mirror.children.map { String(reflecting: $0.value) }.sorted().joined(separator: ", "))]"
    case .dictionary where !mirror.children.isEmpty:
      "["
        + mirror.children.map { pair in
          Mirror(reflecting: pair.value).children.map { String(reflecting: $0.value) }.joined(separator: ": ")
        }.sorted().joined(separator: ", ") + "]"
    default: nil
    }
  }

  private static func shortened(_ text: String) -> String {
    text.count > maximumLength ? "\(text.prefix(maximumLength - 1))…" : text
  }

  /// All properties with their values.
  public var description: String {
    properties.map(\.text).joined(separator: ", ")
  }

  /// Those that differ from another state.
  func changes(since other: ObservedProperties) -> String {
    zip(properties, other.properties).filter { $0 != $1 }.map(\.0.text).joined(separator: ", ")
  }
}
