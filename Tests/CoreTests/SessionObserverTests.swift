import Foundation
import TestSupport
import Testing

@testable import Core

@Suite("Observers of a session")
@MainActor
struct SessionObserverTests {
  private let session = Session(storage: InMemorySessionStorage(.taro))
  private let log = Log<User.ID?>()

  private func observe() -> Session.Observation {
    session.onUserChange { [session, log] in log.append(session.current?.user.id) }
  }

  @Test("An observer is called with every change of the user, before the change returns")
  func everyChange() async throws {
    let observation = observe()
    _ = try await session.restore()
    #expect(log.values == ["user-1"])
    await session.begin(.hanako)
    #expect(log.values == ["user-1", "user-2"])
    _ = await session.close()
    #expect(log.values == ["user-1", "user-2", nil])
    await session.begin(.taro)
    await session.end(session.generation)
    #expect(log.values == ["user-1", "user-2", nil, "user-1", nil])
    withExtendedLifetime(observation) {}
  }

  @Test("A renewal, and a sign-in of the same user, call no observer")
  func sameUser() async {
    await session.begin(.taro)
    let observation = observe()
    let renamed = User(id: User.taro.id, name: "次郎", email: User.taro.email, lastLoginDate: .sample)
    #expect(await session.renew(renamed))
    await session.begin(.taro)
    #expect(log.values == [])
    withExtendedLifetime(observation) {}
  }

  @Test("A released observation is called no more")
  func released() async {
    do { _ = observe() }
    await session.begin(.taro)
    #expect(log.values == [])
  }
}
