#if Driver
  import Authentication
  import Core
  import ExampleApp
  import Foundation
  import Synchronization

  /// The server that the driver plays on.
  package struct DriverBackend: Sendable {
    /// Creates the repositories that speak to the server.
    let makeRepositories: @Sendable (Session) -> AppRepositories
    /// Makes requests fail.
    package var faults: any FaultControl
    /// The identity providers on the sign-in screen.
    package var providers: [IdentityProvider] = .example
    /// The clock of the app.
    package var now: @Sendable () -> Date
    /// Called before each line.
    var beforeLine: @Sendable () -> Void = {}

    /// Creates a backend of the built-in contract; by default the clock stands still.
    package init(client: any APIClient, faults: any FaultControl, now: @escaping @Sendable () -> Date = { tourDate }) {
      self.init(faults: faults, now: now) { AppRepositories(client: client, session: $0) }
    }

    /// Creates a backend of any kind.
    package init(
      faults: any FaultControl, now: @escaping @Sendable () -> Date,
      makeRepositories: @escaping @Sendable (Session) -> AppRepositories
    ) {
      self.makeRepositories = makeRepositories
      self.faults = faults
      self.now = now
    }

    /// The time of every tour and script, so that transcripts are the same everywhere.
    package static let tourDate = Date(timeIntervalSince1970: 1_772_944_371)

    /// Creates a fake backend in this process, with the clock of the app.
    ///
    /// It accepts the session in the storage, which an earlier launch or another process on the same storage has opened.
    /// With `tokenSeconds`, access tokens expire after this time, and each line takes a second.
    package static func embedded(
      storage: any SessionStorage = InMemorySessionStorage(), tokenSeconds: Int? = nil,
      now: @escaping @Sendable () -> Date = { tourDate }
    ) -> DriverBackend {
      let clock = LineClock()
      let backend = FakeBackend(
        FakeConfiguration(
          accessTokenSeconds: tokenSeconds,
          // Two processes must not issue the same tokens.
          tokenSeed: nil,
          now: { now().addingTimeInterval(TimeInterval(clock.lines)) }))
      let client = EmbeddedClient(backend: backend, storage: storage)
      var driverBackend = DriverBackend(client: client, faults: backend, now: now)
      if tokenSeconds != nil { driverBackend.beforeLine = clock.countLine }
      return driverBackend
    }

    /// Creates the environment of an app on this backend.
    ///
    /// Without storages, they are in memory.
    func environment(_ language: Language, storages: AppStorages? = nil) -> AppEnvironment {
      AppEnvironment(
        makeRepositories: makeRepositories, storages: storages ?? .inMemory(now: now), providers: providers,
        language: language,
        timeZone: TimeZone(identifier: "Asia/Tokyo") ?? .gmt, now: now
      ) { error in
        printError("The session could not be saved. \("\(error)".printable())")
      }
    }
  }

  /// The client of a fake backend that accepts the session in a storage.
  private struct EmbeddedClient: APIClient {
    let backend: FakeBackend
    let storage: any SessionStorage

    func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
      if let stored = try? await storage.load() { backend.keepOpen(stored) }
      return try await FakeAPIClient(backend: backend).send(request)
    }
  }

  /// Counts the lines that were played.
  private final class LineClock: Sendable {
    private let count = Atomic(0)

    var lines: Int { count.load(ordering: .relaxed) }

    @Sendable func countLine() { count.add(1, ordering: .relaxed) }
  }

  /// Makes requests to a backend fail.
  package protocol FaultControl: Sendable {
    /// Makes the next requests to a route fail.
    ///
    /// `kind` is `offline`, `timeout`, `lost`, `malformed`, or a status code.
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
