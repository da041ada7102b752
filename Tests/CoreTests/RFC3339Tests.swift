import Core
import Foundation
import Testing

private func date(_ text: String) -> Date? {
  try? JSONCoding.decode([Date].self, from: Data("[\"\(text)\"]".utf8)).first
}

private func text(_ date: Date) throws -> String {
  let json = String(decoding: try JSONCoding.encode([date]), as: UTF8.self)
  return String(json.dropFirst(2).dropLast(2))
}

@Suite("A date in JSON")
struct RFC3339Tests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2026-03-08T04:32:51Z", 1_772_944_371), ("2022-03-08T13:32:51+09:00", 1_646_713_971),
    ("2025-09-03T20:06:11-04:00", 1_756_944_371), ("2025-09-04T05:36:11.25+05:30", 1_756_944_371.25),
    ("2025-09-04T00:06:11.5z", 1_756_944_371.5), ("2025-09-04t00:06:11Z", 1_756_944_371),
    ("2025-09-04T00:06:11.000001Z", 1_756_944_371.000001), ("2024-02-29T00:00:00Z", 1_709_164_800),
    ("2000-02-29T00:00:00Z", 951_782_400), ("1969-12-31T23:59:59.75Z", -0.25), ("2016-12-31T23:59:60Z", 1_483_228_800),
    ("2017-01-01T08:59:60+09:00", 1_483_228_800), ("2026-01-01T00:00:00-00:00", 1_767_225_600),
    ("2026-01-01T00:00:00+23:59", 1_767_139_260), ("0001-01-01T00:00:00Z", -62_135_596_800),
  ])
  func `is read exactly, with any fraction and any offset`(text: String, seconds: TimeInterval) {
    #expect(date(text) == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [
    "", " ", "2026-03-08", "2026-03-08T13:32", "2026-03-08T13:32:51", "2026-03-08 13:32:51Z", "2026-03-08T13:32:51Z ",
    " 2026-03-08T13:32:51Z", "2026-03-08T13:32:51Zjunk", "2026-03-08T13:32:51ZZ", "2026-02-30T00:00:00Z",
    "2026-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-00-01T00:00:00Z",
    "2026-13-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-32T00:00:00Z", "2026-01-01T24:00:00Z",
    "2026-01-01T00:60:00Z", "2026-01-01T00:00:61Z", "2026-01-01T12:30:60Z", "2026-01-01T00:00:00.Z",
    "2026-01-01T00:00:00,5Z", "2026-01-01T00:00:00+9:00", "2026-01-01T00:00:00+0900", "2026-01-01T00:00:00+24:00",
    "2026-01-01T00:00:00+09:60", "2026-01-01T00:00:00+09", "26-01-01T00:00:00Z", "2026-1-1T00:00:00Z",
    "+2026-01-01T00:00:00Z", "-026-01-01T00:00:00Z", "２０２６-01-01T00:00:00Z", "1756944371",
  ])
  func `is refused where it is not exactly one date`(text: String) {
    #expect(date(text) == nil)
  }

  @Test(arguments: ["1756944371", "1756944371.5", "null", "{}", "true"])
  func `is refused where it is no text: a number would be another year`(json: String) {
    #expect(throws: DecodingError.self) { try JSONCoding.decode([Date].self, from: Data("[\(json)]".utf8)) }
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (1_772_944_371, "2026-03-08T04:32:51Z"), (1_756_944_371.5, "2025-09-04T00:06:11.5Z"),
    (1_756_944_371.000001, "2025-09-04T00:06:11.000001Z"), (1_756_944_371.9999999, "2025-09-04T00:06:12Z"),
    (1_756_944_371.0000004, "2025-09-04T00:06:11Z"), (1_756_944_371.0000008, "2025-09-04T00:06:11.000001Z"),
    (-0.25, "1969-12-31T23:59:59.75Z"), (1_709_164_800, "2024-02-29T00:00:00Z"),
    (951_868_799, "2000-02-29T23:59:59Z"), (-62_135_596_800, "0001-01-01T00:00:00Z"),
  ])
  func `is written in UTC, rounded to the microsecond and not cut`(seconds: TimeInterval, expected: String) throws {
    #expect(try text(Date(timeIntervalSince1970: seconds)) == expected)
  }

  @Test(arguments: ["0.0000004", "0.00000049999", "0.0000005", "0.9999994999", "0.9999999"])
  func `rounds further digits when it is read`(fraction: String) throws {
    let rounded = (try #require(Double(fraction)) * 1_000_000).rounded() / 1_000_000
    #expect(date("1970-01-01T00:00:0\(fraction)Z") == Date(timeIntervalSince1970: rounded))
  }

  @Test(arguments: [.infinity, -.infinity, .nan, 1e300, -1e12, 253_402_300_800] as [TimeInterval])
  func `outside the years 0 to 9999 has no text`(seconds: TimeInterval) {
    #expect(throws: EncodingError.self) { try JSONCoding.encode([Date(timeIntervalSince1970: seconds)]) }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `comes back the same to the microsecond`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let microseconds = Int64.random(in: -8_000_000_000_000_000...8_000_000_000_000_000, using: &random)
      let date = Date(timeIntervalSinceReferenceDate: Double(microseconds) / 1_000_000)
      let copy = try JSONCoding.decode([Date].self, from: try JSONCoding.encode([date]))
      try #require(copy == [date], "\(microseconds) microseconds since 2001")
    }
  }

  @Test func `agrees with Foundation's calendar on days of 780 years`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    for day in stride(from: -140_000, to: 146_097, by: 61) {
      let date = Date(timeIntervalSince1970: TimeInterval(day) * 86_400)
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      let expected = try [#require(parts.year), #require(parts.month), #require(parts.day)]
      let written = try text(date).prefix(10).split(separator: "-").compactMap { Int($0) }
      try #require(written == expected)
    }
  }
}
