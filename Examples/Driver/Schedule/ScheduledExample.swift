#if Driver
  import Core
  import ExampleApp
  import Foundation

  extension ScheduledApp {
    /// The example app on a fake backend of its own; with `isPage`, it has the strings of the page, and with `isHasty` the
    /// mistake of ``ScheduledLaunch/isHasty``.
    package nonisolated static func example(
      _ language: Language, timeZone: TimeZone? = TimeZone(identifier: "Asia/Tokyo"), isPage: Bool = false,
      isHasty: Bool = false, failuresBeforeLock: Int = 5
    ) -> MakeApp {
      { world in
        let backend = world.makeBackend(failuresBeforeLock: failuresBeforeLock)
        let client = world.client(FakeAPIClient(backend: backend))
        var environment = AppEnvironment(
          client: client, storages: .inMemory(now: world.now), providers: .example, language: language,
          timeZone: timeZone, now: world.now)
        if isPage { environment.messages = FeatureMessages(page: language) }
        return ScheduledLaunch(environment, faults: backend, isHasty: isHasty)
      }
    }
  }
#endif
