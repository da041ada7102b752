#if Driver
  import Core
  import ExampleApp
  import Foundation

  /// The steps of a scheduled app for another machine, where they lead to the same states.
  package struct Recording: Codable, Equatable, Sendable {
    /// A step.
    package struct Step: Codable, Equatable, Sendable {
      /// The step as a line of a script, without passwords; empty for the launch.
      package let line: String
      /// When it was taken, in seconds since the launch.
      package let seconds: Double
      /// What has changed of what the app shows, by path; `nil` for a part that is gone.
      package let changes: [String: String?]
    }

    /// The version of the format that is read and written.
    package static let currentVersion = 1

    /// The version of the format.
    package var version = Recording.currentVersion
    /// The language of the strings, `ja` or `en`.
    package let language: String
    /// The identifier of the time zone of dates; `nil` for that of the device.
    package let timeZone: String?
    /// Whether the app has the strings of the page.
    package let isPage: Bool
    /// When the app was launched.
    package let start: Date
    /// The steps, the launch first.
    package var steps: [Step]

    init(of environment: AppEnvironment, start: Date, steps: [Step]) {
      language = environment.language.rawValue
      timeZone = environment.timeZone?.identifier
      isPage = environment.messages != FeatureMessages(language: environment.language)
      (self.start, self.steps) = (start, steps)
    }

    /// Reads a recording; the error says what to do.
    package init(json: Data) throws(ScriptError) {
      struct Version: Decodable { let version: Int }
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      guard let version = try? decoder.decode(Version.self, from: json).version else {
        throw ScriptError("It is not a recording, or it is cut: there is no JSON with a “version”.")
      }
      guard version == Self.currentVersion else {
        throw ScriptError(
          "It has version \(version) of the format, and this program reads version \(Self.currentVersion). "
            + "Play it with the version of FOCAL that has recorded it.")
      }
      do {
        self = try decoder.decode(Recording.self, from: json)
      } catch {
        throw ScriptError("It is damaged. Export it again.")
      }
      guard steps.first?.line == "" else { throw ScriptError("It is damaged: it does not begin with the launch.") }
      let times = steps.map(\.seconds)
      guard zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }), times[0] >= 0, times[times.count - 1] < 1e9 else {
        throw ScriptError("It is damaged: its steps are not in the order of their seconds.")
      }
      guard steps.count <= ScheduledApp.maximumSteps else {
        throw ScriptError("It has \(steps.count) steps; the most is \(ScheduledApp.maximumSteps).")
      }
    }

    /// The recording as JSON, with one order of its members.
    package var json: Data {
      let encoder = JSONEncoder()
      encoder.dateEncodingStrategy = .iso8601
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return (try? encoder.encode(self)) ?? Data()
    }
  }
#endif
