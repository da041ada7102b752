/// The header fields of a request or an answer; upper and lower case in a name are the same.
///
/// They print their names and no value, where tokens travel.
public struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral, Redacted {
  private var values: [String: String] = [:]

  /// Makes no headers.
  public init() {}

  /// Makes headers of names and values.
  ///
  /// - Parameter elements: Names and values; of two with the same name the later one counts.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { self[name] = value }
  }

  /// The value of a field.
  ///
  /// - Parameter name: The field's name, in upper or lower case.
  public subscript(name: String) -> String? {
    get { values[name.lowercased()] }
    set { values[name.lowercased()] = newValue }
  }

  /// The fields, sorted by their names, which are in lower case.
  public var fields: [(name: String, value: String)] {
    values.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
  }

  /// Shows the names.
  public var visibleFields: [(label: String, value: String)] {
    [("names", values.keys.sorted().joined(separator: " "))]
  }
}
