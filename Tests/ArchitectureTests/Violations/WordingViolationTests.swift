import Testing

struct WordingViolationTests {
  @Test(
    arguments: [
      ("final class A: @unchecked Sendable {}", "@unchecked Sendable"),
      ("nonisolated(unsafe) var a = 1", "nonisolated(unsafe)"), ("let a = try! b()", "try!"),
      ("let a = b as! Int", "as!"),
      ("fatalError(\"why\")", "fatalError"), ("preconditionFailure()", "preconditionFailure"),
      ("import Combine", "Combine"), ("@preconcurrency import Foundation", "@preconcurrency"),
      ("class A: ObservableObject {}", "ObservableObject"), (#"let a = "\(try! b())""#, "try!"),
    ], ["Core/A.swift", "Features/Letters/A.swift", "Tests/StoreExploring/A.swift", "Tests/StoreTesting/A.swift"])
  func `a way round the compiler is found`(_ source: (text: String, name: String), _ path: String) {
    #expect(
      WordingRule.forbidden(in: House.with(path, source.text)) == [Violation(path, "says \(source.name)")])
  }

  @Test(arguments: [
    ("Core/A.swift", "// try! and fatalError"), ("Core/A.swift", ##"let a = #"fatalError \(try!)"#"##),
    ("Core/A.swift", "let a = try? b()"), ("Tests/CoreTests/A.swift", "fatalError()"),
  ])
  func `what only talks of it is not`(_ path: String, _ text: String) {
    #expect(WordingRule.forbidden(in: House.with(path, text)) == [])
  }

  @Test func `a file of 200 lines is short enough and one of 201 is not`() {
    let short = House.with("Core/A.swift", String(repeating: "\n", count: 200))
    #expect(WordingRule.tooLong(in: short) == [])
    let long = House.with("Core/A.swift", String(repeating: "\n", count: 201))
    #expect(WordingRule.tooLong(in: long) == [Violation("Core/A.swift", "has 201 lines")])
  }
}
