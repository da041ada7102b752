import Authentication
import Core
import StoreTesting
import Testing

@MainActor
struct NoticeAndRouteTests {
  @Test func `a notice goes when it is dismissed`() async {
    let fixture = await AuthFixture.signedInBefore()
    await expectStates(of: fixture.store, \.state, [.taro, .signedOut], and: \.notice, [nil, .loggedOut, nil]) {
      await fixture.store.logout()
      fixture.store.dismissNotice()
    }
  }

  @Test func `the links between the two screens are routes and nothing else`() async {
    let fixture = AuthFixture()
    await expectStates(of: fixture.store, \.state, [.signedOut], and: \.notice, [nil]) {
      fixture.store.showSignUp()
      fixture.store.showSignIn()
    }
    #expect(fixture.routes == [.signUp, .signIn])
    #expect(fixture.sent == [])
  }

  @Test func `a session is a route in and a route out`() async {
    let fixture = AuthFixture()
    await fixture.login()
    await fixture.store.logout()
    await Opening.signUp.perform(on: fixture.store)
    await fixture.store.sessionEnded()
    #expect(fixture.routes == [.signedIn, .signedOut, .signedIn, .signedOut])
  }
}
