import struct Foundation.Date

/// Dates as RFC 3339 writes them: read strictly, and exact to the microsecond both ways.
///
/// Foundation's parsers take trailing junk and roll the 30th of February over, and its formatters cut what does not
/// fit into a millisecond.
package enum RFC3339 {
  private static let microsecondsPerSecond: Int64 = 1_000_000
  private static let secondsPerDay: Int64 = 86_400
  /// The days from 1970-01-01 to the reference date of `Date`, 2001-01-01.
  private static let referenceDay: Int64 = 11_323

  /// The date that `text` names, or `nil` where it is not exactly one date with time and offset.
  package static func date(from text: String) -> Date? {
    var scanner = Scanner(text)
    guard
      let year = scanner.number(digits: 4), scanner.skip("-"),
      let month = scanner.number(digits: 2), (1...12).contains(month), scanner.skip("-"),
      let day = scanner.number(digits: 2), (1...days(inMonth: month, of: year)).contains(day),
      scanner.skip("T") || scanner.skip("t"),
      let hour = scanner.number(digits: 2), hour < 24, scanner.skip(":"),
      let minute = scanner.number(digits: 2), minute < 60, scanner.skip(":"),
      let second = scanner.number(digits: 2), second <= 60,
      let microseconds = scanner.microseconds(),
      let offset = scanner.offsetInMinutes(), scanner.isAtEnd
    else { return nil }
    let days = daysSince1970(year: year, month: month, day: day) - referenceDay
    let seconds = days * secondsPerDay + hour * 3_600 + (minute - offset) * 60 + second
    // A leap second is the last of a day in UTC.
    guard second < 60 || floorDivide(seconds, by: secondsPerDay).remainder == 0 else { return nil }
    return Date(
      timeIntervalSinceReferenceDate: Double(seconds * microsecondsPerSecond + microseconds) / 1_000_000)
  }

  /// The text of a date in UTC, rounded to the microsecond, or `nil` outside the years 0 to 9999.
  package static func text(from date: Date) -> String? {
    let interval = date.timeIntervalSinceReferenceDate
    guard abs(interval) < 1e12 else { return nil }
    // The fraction alone, because the product of all of it with a million would be rounded already.
    let whole = interval.rounded(.down)
    let fraction = Int64(((interval - whole) * 1_000_000).rounded())
    let (seconds, microseconds) = floorDivide(
      Int64(whole) * microsecondsPerSecond + fraction, by: microsecondsPerSecond)
    let (days, secondOfDay) = floorDivide(seconds, by: secondsPerDay)
    let (year, month, day) = civilDate(daysSince1970: days + referenceDay)
    guard (0...9999).contains(year) else { return nil }
    var text = Text()
    text.append(year, digits: 4)
    text.append(month, digits: 2, after: "-")
    text.append(day, digits: 2, after: "-")
    text.append(secondOfDay / 3_600, digits: 2, after: "T")
    text.append(secondOfDay / 60 % 60, digits: 2, after: ":")
    text.append(secondOfDay % 60, digits: 2, after: ":")
    if microseconds > 0 { text.append(fraction: microseconds) }
    return text.finish()
  }

  private static func floorDivide(_ value: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  private static func days(inMonth month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  // The two conversions count in years that begin in March, where the leap day comes last, and in eras of 400 years.

  private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
    let marchYear = month > 2 ? year : year - 1
    let (era, yearOfEra) = floorDivide(marchYear, by: 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civilDate(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = floorDivide(days + 719_468, by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }
}

extension RFC3339 {
  /// Writes ASCII from left to right, in bytes: joining texts takes several times as long.
  private struct Text {
    private var bytes: [UInt8] = []

    init() {
      bytes.reserveCapacity(27)
    }

    /// The text, in UTC.
    mutating func finish() -> String {
      bytes.append(UInt8(ascii: "Z"))
      return String(decoding: bytes, as: UTF8.self)
    }

    mutating func append(_ number: Int64, digits: Int, after separator: Unicode.Scalar? = nil) {
      if let separator { bytes.append(UInt8(ascii: separator)) }
      var divisor: Int64 = 1
      for _ in 1..<digits { divisor *= 10 }
      while divisor > 0 {
        bytes.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
        divisor /= 10
      }
    }

    mutating func append(fraction microseconds: Int64) {
      append(microseconds, digits: 6, after: ".")
      while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    }
  }

  /// Reads ASCII from left to right.
  private struct Scanner {
    private var rest: Substring.UTF8View

    init(_ text: String) {
      rest = Substring(text).utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
      guard let first = rest.first, UInt32(first) == character.value else { return false }
      rest.removeFirst()
      return true
    }

    mutating func digit() -> Int64? {
      guard let first = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return nil }
      rest.removeFirst()
      return Int64(first - UInt8(ascii: "0"))
    }

    mutating func number(digits: Int) -> Int64? {
      var number: Int64 = 0
      for _ in 0..<digits {
        guard let digit = digit() else { return nil }
        number = number * 10 + digit
      }
      return number
    }

    /// The fraction of a second, 0 where there is none; a seventh digit rounds, further ones do not count.
    mutating func microseconds() -> Int64? {
      guard skip(".") else { return 0 }
      guard var number = digit() else { return nil }
      var count = 1
      while let digit = digit() {
        if count < 6 { number = number * 10 + digit }
        if count == 6, digit >= 5 { number += 1 }
        count += 1
      }
      for _ in 0..<max(0, 6 - count) { number *= 10 }
      return number
    }

    mutating func offsetInMinutes() -> Int64? {
      if skip("Z") || skip("z") { return 0 }
      let isEast = skip("+")
      guard
        isEast || skip("-"), let hours = number(digits: 2), hours < 24, skip(":"),
        let minutes = number(digits: 2), minutes < 60
      else { return nil }
      return (isEast ? 1 : -1) * (hours * 60 + minutes)
    }
  }
}
