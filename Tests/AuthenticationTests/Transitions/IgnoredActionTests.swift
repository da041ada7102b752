import Authentication
import Core
import StoreExploring
import StoreTesting
import Testing

/// The cells of the table in which nothing happens.
@MainActor
struct IgnoredActionTests {
  @Test(arguments: Opening.allCases, Opening.allCases)
  func `while something loads nothing else begins`(_ running: Opening, _ second: Opening) async throws {
    let fixture = try await Outside.signedOut.fixture(holdsCalls: true)
    let first = fixture.started(running)
    let calls = fixture.held.calls
    await expectStates(of: fixture.store, \.state, [.loading], and: \.notice, [nil]) {
      await second.perform(on: fixture.store)
    }
    #expect(fixture.held.calls == calls)
    try fixture.held.release()
    try await first.finish()
    #expect(fixture.store.state == running.signedIn)
    #expect(fixture.sent.count == 1)
    #expect(fixture.routes == [.signedIn])
  }

  @Test(arguments: Opening.allCases)
  func `whoever is in stays in`(_ opening: Opening) async {
    let fixture = await AuthFixture.signedInBefore()
    await expectStates(of: fixture.store, \.state, [.taro], and: \.notice, [nil]) {
      await opening.perform(on: fixture.store)
    }
    #expect(fixture.sent == ["POST /v1/login"])
    #expect(fixture.routes == [.signedIn])
  }

  @Test(arguments: Outside.allCases)
  func `a logout and the end of a session mean nothing outside`(_ start: Outside) async throws {
    let fixture = try await start.fixture()
    let sent = fixture.sent
    await expectStates(of: fixture.store, \.state, [start.state], and: \.notice, [nil]) {
      await fixture.store.logout()
      await fixture.store.sessionEnded()
    }
    #expect(fixture.sent == sent)
    #expect(fixture.routes == [])
    #expect(try await fixture.storage.load()?.user == .taro)
  }

  @Test(arguments: Opening.allCases)
  func `the end of a session means nothing while another one opens`(_ opening: Opening) async throws {
    let fixture = try await Outside.signedOut.fixture(holdsCalls: true)
    let action = fixture.started(opening)
    await expectStates(of: fixture.store, \.state, [.loading], and: \.notice, [nil]) {
      await fixture.store.sessionEnded()
    }
    try fixture.held.release()
    try await action.finish()
    #expect(fixture.store.state == opening.signedIn)
  }
}
