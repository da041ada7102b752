import Authentication
import Core
import Testing

@MainActor
struct TwoStoresTests {
  @Test func `two Stores share nothing`() async {
    let backends = [FakeBackend.example(), .example()]
    let stores = backends.map { AuthStore(client: FakeAPIClient(backend: $0)) }
    await stores[0].login(email: "taro@example.com", pass: "password123")
    #expect(stores.map(\.state) == [.taro, .signedOut])
    await stores[1].login(email: "hanako@example.com", pass: "secret-of-hanako")
    #expect(stores.map(\.state) == [.taro, .hanako])
    await stores[0].logout()
    #expect(stores.map(\.state) == [.signedOut, .hanako])
    #expect(stores.map(\.notice) == [.loggedOut, nil])
    #expect(backends.map(\.requests.count) == [2, 1])
    await stores[0].restore()
    #expect(stores.map(\.state) == [.signedOut, .hanako])
  }
}
