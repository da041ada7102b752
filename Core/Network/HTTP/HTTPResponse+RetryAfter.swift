import Foundation

extension HTTPResponse {
  /// How long the server asks to wait before the next attempt.
  ///
  /// `Retry-After` is a number of seconds, or a date in one of the three forms of RFC 9110; a date that has passed
  /// means no wait.
  ///
  /// - Parameter now: The time of day.
  /// - Returns: The wait, or `nil` where the server asks for none or it cannot be read.
  public func retryAfter(now: Date) -> Duration? {
    guard let text = headers["Retry-After"]?.trimmingWhitespace, !text.isEmpty else { return nil }
    if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      return Int64(text).map { .seconds($0) }
    }
    return HTTPDate.date(from: text, now: now).map { .seconds(max(0, $0.timeIntervalSince(now))) }
  }
}

/// Dates as HTTP writes them.
private enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  static func date(from text: String, now: Date) -> Date? {
    let words = text.split(separator: " ")
    // Sun, 06 Nov 1994 08:49:37 GMT
    if words.count == 6, words[5] == "GMT" {
      return date(year: words[3], month: words[2], day: words[1], time: words[4])
    }
    // Sunday, 06-Nov-94 08:49:37 GMT
    if words.count == 4, words[3] == "GMT" {
      let parts = words[1].split(separator: "-")
      guard parts.count == 3, parts[2].count == 2 else { return nil }
      return ["20", "19"].lazy
        .compactMap { date(year: $0 + parts[2], month: parts[1], day: parts[0], time: words[2]) }
        .first { $0.timeIntervalSince(now) < 50 * 365.25 * 86_400 }
    }
    // Sun Nov  6 08:49:37 1994
    if words.count == 5 {
      return date(year: words[4], month: words[1], day: words[2], time: words[3])
    }
    return nil
  }

  private static func date(
    year: some StringProtocol, month: Substring, day: Substring, time: Substring
  ) -> Date? {
    guard let index = months.firstIndex(of: String(month)) else { return nil }
    return RFC3339.date(from: "\(year)-\(twoDigits(String(index + 1)))-\(twoDigits(String(day)))T\(time)Z")
  }

  private static func twoDigits(_ number: String) -> String {
    number.count == 1 ? "0\(number)" : number
  }
}
