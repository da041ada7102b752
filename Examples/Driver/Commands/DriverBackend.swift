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

    /// Makes a backend.
    ///
    /// - Parameters:
    ///   - client: What sends calls.
    ///   - faults: What makes the backend fail.
    public init(client: any APIClient, faults: any FaultControl) {
      self.client = client
      self.faults = faults
    }

    /// The moment at which every tour takes place, so that its transcript is the same everywhere.
    public static let tourDate = Date(timeIntervalSince1970: 1_772_944_371)

    /// A fake backend in this process, whose clock stands still.
    public static func embedded() -> DriverBackend {
      let backend = FakeBackend(FakeConfiguration(now: { tourDate }))
      return DriverBackend(client: FakeAPIClient(backend: backend), faults: backend)
    }

    func environment(_ language: AppLanguage) -> AppEnvironment {
      AppEnvironment(
        client: client, language: language, timeZone: TimeZone(identifier: "Asia/Tokyo") ?? .gmt,
        now: { Self.tourDate })
    }
  }
#endif
