import Foundation
import StoreExploring
import StoreTesting
import TestSupport
import Testing

@Suite(.withoutLines)
@MainActor
struct MuseumTests {
  @Test(arguments: Exhibit.all)
  func `The shortest schedule of an exhibit is found and is on its page, and its mended model is explored to the end`(
    _ exhibit: Exhibit
  ) async throws {
    let racy = await exhibit.racy(true)
    let violation = try #require(racy.violation, "\(racy)")
    #expect(violation.invariant == exhibit.invariant)
    #expect(violation.steps == exhibit.schedule)
    #expect(violation.loop?.map(\.step) == exhibit.loop)
    let mended = await exhibit.mended(true)
    #expect(mended.isComplete && mended.outcome == .clean, "\(mended)")
    #expect(mended.graph.nodes.count == exhibit.states)

    let section = try #require(Self.sections.first { $0.hasPrefix("\(exhibit.title)\n") })
    #expect(section.contains("Violated: \(exhibit.invariant).\n\(violation.decision ?? "")"))
    #expect(section.contains(exhibit.printedSchedule))
    #expect(section.contains("complete with \(exhibit.states) states"))
    #expect(violation.decision?.contains("“\(exhibit.guarded)”") == true)
  }

  @Test(.enabled(if: ProcessTurn.exploresMore), arguments: Exhibit.all)
  func `Both versions of an exhibit are explored alike with and without reduction`(_ exhibit: Exhibit) async {
    for version in [exhibit.racy, exhibit.mended] {
      let full = await version(false)
      let differences = await version(true).differences(from: full)
      #expect(differences == [])
    }
  }

  @Test(arguments: Exhibit.all)
  func `Without an invariant, the two versions differ in a schedule that is no longer`(_ exhibit: Exhibit) async throws
  {
    let compared = await exhibit.compared()
    let violation = try #require(compared.violation, "\(compared)")
    #expect(violation.steps.count <= exhibit.schedule.count + (exhibit.loop?.count ?? 0), "\(violation)")
  }

  /// The exhibits on the page of the museum.
  private static let sections: [Substring] = {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let page = tests.appending(path: "StoreExploring/StoreExploring.docc/TheMuseumOfRaces.md")
    return (try? String(contentsOf: page, encoding: .utf8))?.split(separator: "\n### ") ?? []
  }()
}

extension Violation {
  /// What decides it, in two lines, without the line of the source.
  fileprivate var decision: String? {
    guard let why else { return nil }
    return String(why.replacing("; ", with: ";\n").dropLast())
  }
}

extension Exhibit {
  /// The schedule and the loop, as the page shows them.
  fileprivate var printedSchedule: String {
    func lines(_ steps: [Step]) -> String { steps.map { "  \($0.swift)\n" }.joined() }
    let ending =
      switch loop {
      case nil: ""
      case []?: "No answer is left to come.\n"
      case let loop?: "Then without end:\n\(lines(loop))"
      }
    return "\n\(lines(schedule))\(ending)```"
  }
}
