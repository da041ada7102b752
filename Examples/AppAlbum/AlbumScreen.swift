#if Driver
  import Core
  import Driver
  import ExampleApp

  /// A screen of the app, and the schedule that leads to it.
  package struct AlbumScreen: Identifiable, Sendable {
    /// Its number in the album.
    package let id: Int
    /// The name of the state of the app.
    package let title: String
    /// The schedule, as lines of a script.
    package let lines: [String]

    /// Every screen of the album.
    package static let all = schedules.split(separator: "\n\n").enumerated().map { index, schedule in
      let lines = schedule.split(separator: "\n").map(String.init)
      return AlbumScreen(id: index + 1, title: String(lines[0].dropFirst("# ".count)), lines: Array(lines.dropFirst()))
    }

    /// Takes an app to the screen, on which it stays: nothing that it waits for is answered.
    @MainActor
    package func reach(in language: Language = .english) async throws -> ScheduledApp {
      let app = await ScheduledApp(now: { DriverBackend.tourDate }, ScheduledApp.example(language))
      for line in lines {
        if let line = try ScriptLine(line) { try await app.play(line) }
      }
      return app
    }
  }
#endif
