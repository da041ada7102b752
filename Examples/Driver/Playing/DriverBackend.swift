#if Driver
  import Core
  import ExampleApp
  import Foundation

  /// The server that the driver plays on.
  package struct DriverBackend: Sendable {
    /// The client that sends requests.
    package var client: any APIClient
    /// Makes requests fail.
    package var faults: any FaultControl
    /// The clock of the app.
    package var now: @Sendable () -> Date

    /// Creates a backend; by default the clock stands still.
    package init(client: any APIClient, faults: any FaultControl, now: @escaping @Sendable () -> Date = { tourDate }) {
      self.client = client
      self.faults = faults
      self.now = now
    }

    /// The time of every tour and script, so that transcripts are the same everywhere.
    package static let tourDate = Date(timeIntervalSince1970: 1_772_944_371)

    /// Creates a fake backend in this process, with the clock of the app, which knows the session of an earlier launch.
    package static func embedded(
      session: StoredSession? = nil, now: @escaping @Sendable () -> Date = { tourDate }
    ) -> DriverBackend {
      let backend = FakeBackend(FakeConfiguration(sessions: session.map { [$0] } ?? [], now: now))
      return DriverBackend(client: FakeAPIClient(backend: backend), faults: backend, now: now)
    }

    /// Creates the environment of an app on this backend.
    func environment(_ language: Language, storages: AppStorages = .inMemory()) -> AppEnvironment {
      AppEnvironment(
        client: client, storages: storages, providers: .example, language: language,
        timeZone: TimeZone(identifier: "Asia/Tokyo") ?? .gmt, now: now
      ) { error in
        printError("The session could not be saved. \("\(error)".printable())")
      }
    }
  }

  /// Makes requests to a backend fail.
  package protocol FaultControl: Sendable {
    /// Makes the next requests to a route fail.
    ///
    /// `kind` is `offline`, `timeout`, `malformed`, or a status code.
    func fail(_ method: HTTPMethod, _ path: String, kind: String, times: Int) async throws(FaultControlError)
  }

  /// The reason why requests cannot be made to fail, for the user.
  package struct FaultControlError: Error {
    /// The reason.
    package let message: String

    /// Creates an error.
    package init(_ message: String) {
      self.message = message
    }
  }

  extension FakeBackend: FaultControl {
    package func fail(
      _ method: HTTPMethod, _ path: String, kind: String, times: Int
    ) throws(FaultControlError) {
      do throws(FakeFaultError) {
        guard let outcome = FakeOutcome(kind: kind) else { throw .unknownKind(kind) }
        try fail(method, path, with: outcome, times: times)
      } catch {
        throw FaultControlError("\(error)")
      }
    }
  }
#endif
