#if Network
  import AsyncHTTPClientTransport
  import Core
  import Testing

  @testable import Driver

  @Suite("Tour over HTTP", .timeLimit(.minutes(10)))
  @MainActor
  struct TourOverHTTPTests {
    private let driver = PlayedDriver()

    @Test func `The tour over HTTP prints the transcript of the embedded one`() async throws {
      try await serving(driver.backend) { @MainActor url in
        let client = HTTPAPIClient(
          baseURL: url, transport: AsyncHTTPClientTransport(), configuration: .patient(maximumAttempts: 1))
        try await Tour.builtIn.play(
          on: DriverBackend(client: client, faults: driver.backend), language: .english,
          transcript: driver.transcript(json: false))
      }
      #expect(try driver.text == PlayedDriver.tour(.english))
    }
  }
#endif
