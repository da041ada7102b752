#if Network
  import AsyncHTTPClientTransport
  import Core
  import ExampleApp
  import Foundation
  import Testing

  @testable import Driver

  @MainActor
  struct TourOverHTTPTests {
    let driver = PlayedDriver()

    @Test(arguments: AppLanguage.allCases)
    func `the tour over a network is the embedded one, to the letter`(language: AppLanguage) async throws {
      let backend = driver.backend
      try await serving(backend) { @MainActor url in
        let client = HTTPAPIClient(
          baseURL: url, transport: AsyncHTTPClientTransport(), configuration: .patient(maximumAttempts: 1))
        try await Tour.builtIn.play(
          on: DriverBackend(client: client, faults: backend), language: language,
          transcript: driver.transcript(json: false))
      }
      let golden = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Golden/tour-\(language.rawValue).txt")
      #expect(try driver.text == String(contentsOf: golden, encoding: .utf8))
    }
  }
#endif
