import Foundation

/// The JSON coder of the built-in contract, with RFC 3339 dates.
///
/// Dates are read strictly and written rounded to the microsecond. A number in place of a date is an error: Foundation
/// by default would read seconds since 1970 as a date 31 years later.
public enum JSONCoding {
  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      guard let text = RFC3339.text(from: date) else {
        let context = EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: "The date is outside the years 0 to 9999.")
        // Seconds instead of the date: Foundation traps when it prints a date that is not finite.
        throw EncodingError.invalidValue(date.timeIntervalSince1970, context)
      }
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
    return encoder
  }()

  private static let decoder = makeDecoder()
  private static let headersKey = CodingUserInfoKey(rawValue: "httpHeaders")

  private static func makeDecoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      guard let date = RFC3339.date(from: try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "Not an RFC 3339 date, such as 2026-03-08T13:32:51Z.")
      }
      return date
    }
    return decoder
  }

  /// Encodes a value as JSON with sorted keys.
  public static func encode(_ value: some Encodable) throws -> Data {
    try encoder.encode(value)
  }

  /// Decodes a value from JSON.
  public static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try decoder.decode(type, from: data)
  }

  /// Decodes the body of a response, which can read the header fields.
  static func decode<Value: Decodable>(_ type: Value.Type, from data: Data, headers: HTTPHeaders) throws -> Value {
    let decoder = makeDecoder()
    if let headersKey { decoder.userInfo[headersKey] = headers }
    return try decoder.decode(type, from: data)
  }

  fileprivate static func headers(of decoder: any Decoder) -> HTTPHeaders {
    headersKey.flatMap { decoder.userInfo[$0] as? HTTPHeaders } ?? [:]
  }
}

extension Decoder {
  /// The header fields of the response that is decoded, such as `Link` or `ETag`; none of any other value.
  public var httpHeaders: HTTPHeaders { JSONCoding.headers(of: self) }
}

// The responses of the contract limit their strings while they are decoded, so that none of any size reaches a feature. A
// display name is cut, since it is not worth losing a response over.
extension KeyedDecodingContainer {
  /// Decodes an identifier or an address; more than 1 KiB is a decoding error.
  func identifier(_ key: Key) throws -> String {
    try usable(try decode(String.self, forKey: key), \.isUsableName, key)
  }

  /// Decodes an identifier, if there is one; more than 1 KiB is a decoding error.
  func identifierIfPresent(_ key: Key) throws -> String? {
    try decodeIfPresent(String.self, forKey: key).map { try usable($0, \.isUsableName, key) }
  }

  /// Decodes a cursor, if there is one; more than 10 KiB is a decoding error.
  func cursorIfPresent(_ key: Key) throws -> String? {
    try decodeIfPresent(String.self, forKey: key).map { try usable($0, \.isUsableInput, key) }
  }

  /// Decodes a token, if there is one; more than 10 KiB is a decoding error.
  func tokenIfPresent(_ key: Key) throws -> Secret? {
    try cursorIfPresent(key).map(Secret.init)
  }

  /// Decodes a display name, cut to 1 KiB.
  func displayName(_ key: Key) throws -> String {
    try decode(String.self, forKey: key).cutToName
  }

  private func usable(_ text: String, _ isUsable: (String) -> Bool, _ key: Key) throws -> String {
    guard isUsable(text) else {
      throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "It is too long.")
    }
    return text
  }
}

/// Dates in the format of RFC 3339, in the years 0 to 9999 of UTC, exact to the microsecond.
package enum RFC3339 {
  private static let format = Date.ISO8601FormatStyle()
  /// The seconds of 400 years, after which the Gregorian calendar repeats.
  private static let cycle: Int64 = 146_097 * 86_400
  /// The seconds from 2000-01-01 to the reference date of `Date`.
  private static let referenceOffset: Int64 = 366 * 86_400
  private static let range = Double(-5 * cycle - referenceOffset)..<Double(20 * cycle - referenceOffset)

  /// Parses exactly one date with a time and an offset.
  package static func date(from text: String) -> Date? {
    guard let year = number(text.prefix(4), digits: 4) else { return nil }
    let isLeapSecond = text.dropFirst(16).hasPrefix(":60")
    let time = text.prefix(isLeapSecond ? 17 : 19).dropFirst(4).uppercased() + (isLeapSecond ? "59" : "")
    // Foundation's calendar is the Julian one before 1582, and its parser accepts 30 February and trailing characters.
    // So it parses the same date in the years 2000 to 2399, and only what it would write the same counts.
    let local = "\(2_000 + year % 400)\(time)Z"
    guard let date = try? format.parse(local), format.format(date) == local else { return nil }
    var rest = text.dropFirst(19)
    var microseconds: Int64 = 0
    if rest.first == "." {
      let digits = rest.dropFirst().prefix { $0.isNumber }
      guard !digits.isEmpty, let fraction = Double("0.\(digits)") else { return nil }
      microseconds = Int64((fraction * 1_000_000).rounded())
      rest = rest.dropFirst(1 + digits.count)
    }
    guard let offset = offset(rest) else { return nil }
    var seconds = Int64(date.timeIntervalSinceReferenceDate) + (year / 400 - 5) * cycle - offset
    if isLeapSecond {
      seconds += 1
      // A leap second is the last second of a day in UTC.
      guard seconds.isMultiple(of: 86_400) else { return nil }
    }
    let interval = Double(seconds * 1_000_000 + microseconds) / 1_000_000
    return range.contains(interval) ? Date(timeIntervalSinceReferenceDate: interval) : nil
  }

  /// Formats a date in UTC, or returns `nil` outside the years 0 to 9999.
  package static func text(from date: Date) -> String? {
    let interval = date.timeIntervalSinceReferenceDate
    guard range.contains(interval) else { return nil }
    // The fraction alone: a double has no room for the microseconds of all years.
    let whole = interval.rounded(.down)
    let microseconds = Int64(((interval - whole) * 1_000_000).rounded())
    let seconds = Int64(whole) + microseconds / 1_000_000
    let cycles = (seconds + referenceOffset + 5 * cycle) / cycle
    let local = format.format(Date(timeIntervalSinceReferenceDate: Double(seconds - (cycles - 5) * cycle)))
    guard let year = number(local.prefix(4), digits: 4) else { return nil }
    var text = String(8_000 + year + 400 * cycles).dropFirst() + local.dropFirst(4).dropLast()
    if microseconds % 1_000_000 > 0 {
      text += ".\(String(1_000_000 + microseconds % 1_000_000).dropFirst())"
      while text.last == "0" { text.removeLast() }
    }
    return "\(text)Z"
  }

  private static func offset(_ text: Substring) -> Int64? {
    if text == "Z" || text == "z" { return 0 }
    let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard
      text.first == "+" || text.first == "-", parts.count == 2,
      let hours = number(parts[0], digits: 2), hours < 24, let minutes = number(parts[1], digits: 2), minutes < 60
    else { return nil }
    return (text.first == "+" ? 60 : -60) * (hours * 60 + minutes)
  }

  private static func number(_ text: Substring, digits: Int) -> Int64? {
    guard text.utf8.count == digits, text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    else { return nil }
    return Int64(text)
  }
}
