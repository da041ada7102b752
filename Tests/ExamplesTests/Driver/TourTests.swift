import ExampleApp
import Foundation
import Testing

@testable import Driver

@MainActor
struct TourTests {
  let driver = PlayedDriver()

  /// The golden files are written by `focal --language ja > Tests/ExamplesTests/Golden/tour-ja.txt`, and so on.
  @Test(arguments: AppLanguage.allCases)
  func `the tour is the same everywhere`(language: AppLanguage) async throws {
    try await Tour.builtIn.play(
      on: driver.driverBackend, language: language, transcript: driver.transcript(json: false))
    let golden = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Golden/tour-\(language.rawValue).txt")
    #expect(try driver.text == String(contentsOf: golden, encoding: .utf8))
  }

  @Test func `the tour shows every state of every Store`() async throws {
    try await Tour.builtIn.play(on: driver.driverBackend, language: .english, transcript: driver.transcript(json: true))
    let transitions = try driver.text.split(separator: "\n").map { line in
      try JSONDecoder().decode(Transition.self, from: Data(line.utf8))
    }
    for store in StoreName.allCases {
      let states = transitions.filter { $0.store == store.rawValue }.flatMap { [$0.from, $0.to].compactMap(\.self) }
      #expect(Set(states) == Set(store.stateNames), "\(store)")
    }
  }

  private struct Transition: Decodable {
    let store: String
    let from: String?
    let to: String?
  }
}
