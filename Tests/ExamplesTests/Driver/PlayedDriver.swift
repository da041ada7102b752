import Core
import ExampleApp

@testable import Driver

/// A driver whose transcript is a text.
@MainActor
final class PlayedDriver {
  private(set) var text = ""
  let backend = FakeBackend(FakeConfiguration(now: { DriverBackend.tourDate }))

  func makePlayer(_ language: AppLanguage, json: Bool, askPassword: (@MainActor () -> String?)? = nil) -> Player {
    Player(
      driverBackend.environment(language), faults: backend, transcript: transcript(json: json),
      askPassword: askPassword)
  }

  var driverBackend: DriverBackend { DriverBackend(client: FakeAPIClient(backend: backend), faults: backend) }

  func transcript(json: Bool) -> any Transcript {
    let write: @MainActor (String) -> Void = { self.append($0) }
    return json ? JSONTranscript(write: write) : TextTranscript(isColoured: false, write: write)
  }

  func append(_ text: String) {
    self.text += text
  }

  /// Launches and plays a script, and answers with the failure, if there is one.
  func play(_ script: String, language: AppLanguage = .english, json: Bool = false) async -> ScriptFailure? {
    do throws(ScriptFailure) {
      let script = try Script(script)
      let player = makePlayer(language, json: json)
      await player.launch()
      try await script.play(on: player)
      return nil
    } catch {
      return error
    }
  }
}
