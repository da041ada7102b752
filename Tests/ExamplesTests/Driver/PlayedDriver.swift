import Core
import ExampleApp

@testable import Driver

/// A driver that writes its transcript to a string.
@MainActor
final class PlayedDriver {
  private(set) var text = ""
  let backend = FakeBackend(FakeConfiguration(now: { DriverBackend.tourDate }))

  var driverBackend: DriverBackend { DriverBackend(client: FakeAPIClient(backend: backend), faults: backend) }

  func makePlayer(
    _ language: Language, json: Bool, storages: AppStorages = .inMemory(),
    askPassword: (@MainActor () -> String?)? = nil
  ) -> Player {
    Player(
      driverBackend.environment(language, storages: storages), on: driverBackend, transcript: transcript(json: json),
      askPassword: askPassword)
  }

  func transcript(json: Bool) -> any Transcript {
    let write: @MainActor (String) -> Void = { self.append($0) }
    return json ? JSONTranscript(write: write) : TextTranscript(isColored: false, write: write)
  }

  func append(_ text: String) {
    self.text += text
  }

  /// Launches an app, plays a script and returns its failure.
  func play(
    _ script: String, language: Language = .english, json: Bool = false, storages: AppStorages = .inMemory()
  ) async -> ScriptFailure? {
    do throws(ScriptFailure) {
      let script = try Script(script)
      let player = makePlayer(language, json: json, storages: storages)
      await player.launch()
      try await script.play(on: player)
      return nil
    } catch {
      return error
    }
  }
}
