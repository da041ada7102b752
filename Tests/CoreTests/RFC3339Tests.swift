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

struct RFC3339Tests {
  @Test(arguments: [
    ("2026-03-08T04:32:51Z", 1_772_944_371), ("2022-03-08T13:32:51+09:00", 1_646_713_971),
    ("2025-09-03T20:06:11-04:00", 1_756_944_371), ("2025-09-04T05:36:11.25+05:30", 1_756_944_371.25),
    ("2025-09-04t00:06:11.5z", 1_756_944_371.5), ("2025-09-04T00:06:11.000001Z", 1_756_944_371.000001),
    ("2024-02-29T00:00:00Z", 1_709_164_800), ("2000-02-29T00:00:00Z", 951_782_400),
    ("1969-12-31T23:59:59.75Z", -0.25), ("2016-12-31T23:59:60Z", 1_483_228_800),
    ("2017-01-01T08:59:60+09:00", 1_483_228_800), ("2026-01-01T00:00:00+23:59", 1_767_139_260),
    ("1582-10-10T00:00:00Z", -12_219_724_800), ("1970-01-01T00:00:00.00000049999Z", 0),
    ("1970-01-01T00:00:00.0000005Z", 0.000001), ("1970-01-01T00:00:00.9999999Z", 1),
    ("0000-01-01T00:00:00Z", -62_167_219_200), ("9999-12-31T23:59:59Z", 253_402_300_799),
    ("9999-12-31T23:59:59+00:01", 253_402_300_739),
  ])
  func `A date is read to the microsecond, with any fraction and offset`(text: String, seconds: TimeInterval) {
    #expect(date(text) == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [
    "", "2026-03-08", "2026-03-08T13:32:51", "2026-03-08 13:32:51Z", " 2026-03-08T13:32:51Z", "2026-03-08T13:32:51ZZ",
    "2026-02-30T00:00:00Z", "2100-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-01T24:00:00Z",
    "2026-01-01T00:60:00Z", "2026-01-01T00:00:61Z", "2026-01-01T00:00:60Z", "2026-01-01T23:59:60+09:00",
    "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00,5Z", "2026-01-01T00:00:00.-5Z", "2026-01-01T00:00:00.５Z",
    "2026-01-01T00:00:00+9:00", "2026-01-01T00:00:00+0900", "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+09:60",
    "2026-01-01T00:00:00+09", "2026-01-01T00:00:00+09:00:00", "2026-01-01T00:00:00 09:00", "2026-01-01T00:00:00++9:00",
    "2026-01-01T00:00:00+09::00",
    "26-01-01T00:00:00Z", "2026-1-1T00:00:00Z", "+202-01-01T00:00:00Z", "２０２６-01-01T00:00:00Z", "1756944371",
    "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "9999-12-31T23:59:60Z", "9999-12-31T23:59:59.9999999Z",
  ])
  func `Anything that is not exactly one date of the years 0 to 9999 is an error`(text: String) {
    #expect(date(text) == nil)
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (1_772_944_371, "2026-03-08T04:32:51Z"), (1_756_944_371.5, "2025-09-04T00:06:11.5Z"),
    (1_756_944_371.000001, "2025-09-04T00:06:11.000001Z"), (1_756_944_371.9999999, "2025-09-04T00:06:12Z"),
    (1_756_944_371.0000004, "2025-09-04T00:06:11Z"), (1_756_944_371.0000008, "2025-09-04T00:06:11.000001Z"),
    (-0.25, "1969-12-31T23:59:59.75Z"), (1_709_164_800, "2024-02-29T00:00:00Z"),
    (951_868_799, "2000-02-29T23:59:59Z"), (-62_135_596_800, "0001-01-01T00:00:00Z"),
    (-62_167_219_200, "0000-01-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
    (-12_219_724_800, "1582-10-10T00:00:00Z"),
  ])
  func `A date is written in UTC, rounded to the microsecond`(seconds: TimeInterval, expected: String) throws {
    #expect(try text(Date(timeIntervalSince1970: seconds)) == expected)
  }

  @Test(
    arguments: [
      .infinity, -.infinity, .nan, 1e300, -1e12, 253_402_300_800, -62_167_219_200.1, 253_402_300_799.9999999,
    ] as [TimeInterval])
  func `A date outside the years 0 to 9999 cannot be written`(seconds: TimeInterval) {
    #expect(throws: EncodingError.self) { try JSONCoding.encode([Date(timeIntervalSince1970: seconds)]) }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `A date that was written is read as the same`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let microseconds = Int64.random(in: -8_000_000_000_000_000...8_000_000_000_000_000, using: &random)
      let date = Date(timeIntervalSinceReferenceDate: Double(microseconds) / 1_000_000)
      let copy = try JSONCoding.decode([Date].self, from: try JSONCoding.encode([date]))
      try #require(copy == [date], "\(microseconds) microseconds since 2001")
    }
  }
}
