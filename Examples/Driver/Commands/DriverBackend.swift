#if Driver
  import Core
  import ExampleApp
  import Foundation

  /// What a driver plays on: a client, and what makes its backend fail.
  public struct DriverBackend: Sendable {
    /// What sends calls.
    public var client: any APIClient
    /// What makes the backend fail.
    public var faults: any FaultControl
    /// The clock of whoever plays.
    public var now: @Sendable () -> Date

    /// Makes a backend.
    ///
    /// - Parameters:
    ///   - client: What sends calls.
    ///   - faults: What makes the backend fail.
    ///   - now: The clock of whoever plays; it stands still by default.
    public init(
      client: any APIClient, faults: any FaultControl, now: @escaping @Sendable () -> Date = { tourDate }
    ) {
      self.client = client
      self.faults = faults
      self.now = now
    }

    /// The moment at which every tour takes place, so that its transcript is the same everywhere.
    public static let tourDate = Date(timeIntervalSince1970: 1_772_944_371)

    /// A fake backend in this process.
    ///
    /// - Parameter now: The clock of both sides; it stands still by default.
    public static func embedded(now: @escaping @Sendable () -> Date = { tourDate }) -> DriverBackend {
      let backend = FakeBackend(FakeConfiguration(now: now))
      return DriverBackend(client: FakeAPIClient(backend: backend), faults: backend, now: now)
    }

    func environment(_ language: AppLanguage) -> AppEnvironment {
      AppEnvironment(
        client: client, language: language, timeZone: TimeZone(identifier: "Asia/Tokyo") ?? .gmt,
        now: now)
    }
  }
#endif
