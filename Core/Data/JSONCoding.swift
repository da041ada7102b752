import Foundation

/// The one JSON coder of the built-in contract.
///
/// Dates are RFC 3339 texts, read strictly and written rounded to the microsecond. A number in place of a date is an
/// error: read with Foundation's defaults, seconds since 1970 would silently become a date 31 years later.
public enum JSONCoding {
  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      guard let text = RFC3339.text(from: date) else {
        let context = EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: "The date is outside the years 0 to 9999.")
        // The seconds and not the date: Foundation ends the process where it prints a date that is not finite.
        throw EncodingError.invalidValue(date.timeIntervalSince1970, context)
      }
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
    return encoder
  }()

  private static let decoder: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      guard let date = RFC3339.date(from: try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "Not a date as RFC 3339 writes it, such as 2026-03-08T13:32:51Z.")
      }
      return date
    }
    return decoder
  }()

  /// The JSON of a value, its keys sorted.
  ///
  /// - Parameter value: What to write.
  /// - Returns: UTF-8 JSON.
  /// - Throws: `EncodingError` where the value has no JSON, such as a number that is not finite.
  public static func encode(_ value: some Encodable) throws -> Data {
    try encoder.encode(value)
  }

  /// Reads a value from its JSON.
  ///
  /// - Parameters:
  ///   - type: What to read.
  ///   - data: UTF-8 JSON.
  /// - Returns: The value.
  /// - Throws: `DecodingError`, which names the place that does not fit.
  public static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try decoder.decode(type, from: data)
  }
}
