import Core
import ExampleApp
import Foundation
import TestSupport

@testable import Driver

/// A driver that writes its transcript to a string.
@MainActor
final class PlayedDriver {
  private(set) var text = ""
  let backend = FakeBackend(FakeConfiguration(now: { DriverBackend.tourDate }))

  var driverBackend: DriverBackend { DriverBackend(client: FakeAPIClient(backend: backend), faults: backend) }

  func makePlayer(
    _ language: Language, json: Bool, storages: AppStorages = .inMemory(now: { .sample }),
    repositories: @escaping @Sendable (any APIClient, Session) -> AppRepositories = AppRepositories.init(
      client:session:),
    askPassword: (@MainActor () -> String?)? = nil
  ) -> Player {
    var environment = driverBackend.environment(language, storages: storages)
    let client = FakeAPIClient(backend: backend)
    environment.makeRepositories = { repositories(client, $0) }
    return Player(environment, on: driverBackend, transcript: transcript(json: json), askPassword: askPassword)
  }

  func transcript(json: Bool) -> Transcript {
    { self.append(json ? $0.json ?? "" : $0.text()) }
  }

  func append(_ text: String) {
    self.text += text
  }

  /// The transcript of the tour.
  ///
  /// It is written by `swift run focal --language ja > Tests/ExamplesTests/Golden/tour-ja.txt`, and by the same command
  /// for `en`.
  static func tour(_ language: Language) throws -> String {
    let file = URL(filePath: #filePath).appending(path: "../../Golden/tour-\(language.rawValue).txt")
    return try String(contentsOf: file.standardized, encoding: .utf8)
  }

  /// Launches an app, plays a script and returns its failure.
  func play(
    _ script: String, language: Language = .english, json: Bool = false,
    storages: AppStorages = .inMemory(now: { .sample }),
    repositories: @escaping @Sendable (any APIClient, Session) -> AppRepositories = AppRepositories.init(
      client:session:)
  ) async -> ScriptFailure? {
    do throws(ScriptFailure) {
      let script = try Script(script)
      let player = makePlayer(language, json: json, storages: storages, repositories: repositories)
      await player.launch()
      try await script.play(on: player)
      return nil
    } catch {
      return error
    }
  }
}
