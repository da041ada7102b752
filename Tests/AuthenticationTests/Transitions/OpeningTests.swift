import Authentication
import Core
import StoreTesting
import Testing

/// Rows 1 to 4 of the table, columns "signedOut" and "error".
@MainActor
struct OpeningTests {
  @Test(arguments: Opening.allCases, Outside.allCases)
  func `whoever is outside comes in`(_ opening: Opening, _ start: Outside) async throws {
    let fixture = try await start.fixture()
    let store = fixture.store
    await expectStates(
      of: store, \.state, [start.state, .loading, opening.signedIn], and: \.notice, opening.notices
    ) {
      await opening.perform(on: store)
    }
    #expect(fixture.routes == [.signedIn])
    #expect(fixture.session.record != nil)
    #expect(try await fixture.storage.load() == fixture.session.record)
  }

  @Test(arguments: [Opening.login, .provider], Outside.allCases)
  func `a server in trouble is told as such`(_ opening: Opening, _ start: Outside) async throws {
    let fixture = try await start.fixture()
    try fixture.backend.fail(opening.call.method, opening.call.path, with: .status(500))
    await expectStates(of: fixture.store, \.state, [start.state, .loading, .trouble], and: \.notice, [nil]) {
      await opening.perform(on: fixture.store)
    }
    #expect(fixture.routes == [])
    #expect(fixture.session.record == nil)
  }

  @Test(arguments: [Opening.login, .provider], Outside.allCases)
  func `no network is told as such`(_ opening: Opening, _ start: Outside) async throws {
    let fixture = try await start.fixture()
    try fixture.backend.fail(opening.call.method, opening.call.path, with: .fail(.offline))
    await expectStates(of: fixture.store, \.state, [start.state, .loading, .offline], and: \.notice, [nil]) {
      await opening.perform(on: fixture.store)
    }
    #expect(fixture.routes == [])
  }

  @Test(arguments: [
    ("taro@example.com", "wrong", "メールアドレスまたはパスワードが間違っています。"),
    ("nobody@example.com", "password123", "メールアドレスまたはパスワードが間違っています。"),
    ("taro@example.com", "", "メールアドレスまたはパスワードが間違っています。"),
    ("", "password123", "メールアドレスの形式が間違っています"),
    (" \n", "password123", "メールアドレスの形式が間違っています"),
  ])
  func `a login that is refused says why`(_ email: String, _ pass: String, _ text: String) async {
    let fixture = AuthFixture()
    await expectStates(of: fixture.store, \.state, [.signedOut, .loading, .error(text)], and: \.notice, [nil]) {
      await fixture.store.login(email: email, pass: pass)
    }
  }
}
