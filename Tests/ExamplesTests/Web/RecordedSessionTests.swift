import Authentication
import Core
import ExampleApp
import Feed
import MyPage
import StoreExploring
import Testing

// Recorded by focal-http web --inspect.
// Replace PASSWORD where it matters: passwords are not recorded.
@MainActor
struct RecordedSessionTests {
  @Test func `The Stores pass through the recorded states`() async throws {
    let backend = FakeBackend()
    let environment = AppEnvironment(
      client: FakeAPIClient(backend: backend), storages: .inMemory(), providers: .example,
      language: .english)
    do {
      let root = AppRoot(environment)
      let recorder = StoreRecorder()
      let auth = recorder.record(root, \.auth.state)
      let feed = recorder.record(root, \.feed.state)
      let myPage = recorder.record(root, \.myPage.state)
      await root.launch()
      recorder.flush()
      await root.open(try #require(DeepLink("focal://signin")))
      recorder.flush()
      await root.auth.login(email: "taro@example.com", pass: "PASSWORD")
      await root.waitForRoutes()
      recorder.flush()
      await root.auth.login(email: "taro@example.com", pass: "password123")
      await root.waitForRoutes()
      recorder.flush()
      await root.myPage.load()
      recorder.flush()
      try backend.fail(.get, "/v1/timeline", with: .status(503))
      try backend.fail(.get, "/v1/lists", with: .status(503))
      await root.feed.load()
      recorder.flush()
      try backend.fail(.get, "/v1/timeline", with: .malformed)
      try backend.fail(.get, "/v1/lists", with: .malformed)
      await root.open(try #require(DeepLink("focal://timeline/swift")))
      recorder.flush()
      try backend.fail(.get, "/v1/timeline", with: .fail(.offline))
      try backend.fail(.get, "/v1/lists", with: .fail(.offline))
      await root.open(try #require(DeepLink("focal://timeline/quiet")))
      recorder.flush()
      try backend.fail(.get, "/v1/timeline", with: .fail(.offline))
      try backend.fail(.get, "/v1/lists", with: .fail(.offline))
      await root.feed.refresh()
      recorder.flush()
      await root.open(try #require(DeepLink("focal://timeline")))
      recorder.flush()
      await root.feed.load()
      recorder.flush()
      await root.feed.loadMore()
      recorder.flush()
      await root.open(.compose(replyTo: "132"))
      recorder.flush()
      await root.feed.post(text: "two\nlines, \"quoted\"", replyTo: "132")
      recorder.flush()
      await root.feed.like(post: "132")
      recorder.flush()
      try backend.fail(.post, "/v1/posts", with: .fail(.offline))
      await root.open(try #require(DeepLink("focal://compose")))
      recorder.flush()
      await root.feed.post(text: "-5 °C", replyTo: nil)
      recorder.flush()
      #expect(auth.values.map(StateName.ofCase) == ["signedOut", "loading", "error", "loading", "signedIn"])
      #expect(
        feed.values.map(StateName.ofCase) == [
          "idle", "idle", "loading", "error", "loading", "error", "loading", "error", "loading", "error", "loading",
          "loaded", "loaded", "loaded", "loaded", "loaded", "loaded", "loaded", "loaded",
        ])
      #expect(myPage.values.map(StateName.ofCase) == ["idle", "idle", "loading", "loaded"])
    }
    do {
      let root = AppRoot(environment)
      let recorder = StoreRecorder()
      let auth = recorder.record(root, \.auth.state)
      let feed = recorder.record(root, \.feed.state)
      let myPage = recorder.record(root, \.myPage.state)
      await root.launch()
      recorder.flush()
      await root.feed.load()
      recorder.flush()
      await root.feed.retry(draft: root.feed.outbox.unsent[0].id)
      recorder.flush()
      try backend.fail(.get, "/v1/profile", with: .status(401))
      try backend.fail(.get, "/v1/profile", with: .fail(.offline))
      await root.myPage.load()
      recorder.flush()
      root.myPage.dismissNotice()
      await root.myPage.load()
      recorder.flush()
      await root.myPage.save(name: "太郎", gender: 3)
      recorder.flush()
      root.myPage.dismissNotice()
      await root.auth.logout()
      await root.waitForRoutes()
      recorder.flush()
      await root.auth.login(with: try #require(environment.providers.first { $0.id == "google" }))
      await root.waitForRoutes()
      recorder.flush()
      await root.myPage.load()
      recorder.flush()
      await root.auth.deleteAccount(pass: "password123")
      await root.waitForRoutes()
      recorder.flush()
      #expect(
        auth.values.map(StateName.ofCase) == [
          "signedOut", "signedIn", "signedOut", "loading", "signedIn", "loading", "signedOut",
        ])
      #expect(
        feed.values.map(StateName.ofCase) == [
          "idle", "idle", "loading", "loaded", "loaded", "loaded", "idle", "idle", "idle",
        ])
      #expect(
        myPage.values.map(StateName.ofCase) == [
          "idle", "idle", "loading", "error", "loading", "loaded", "loaded", "loaded", "idle", "idle", "loading",
          "loaded", "idle",
        ])
    }
    do {
      let root = AppRoot(environment)
      let recorder = StoreRecorder()
      let auth = recorder.record(root, \.auth.state)
      let feed = recorder.record(root, \.feed.state)
      let myPage = recorder.record(root, \.myPage.state)
      await root.launch()
      recorder.flush()
      #expect(auth.values.map(StateName.ofCase) == ["signedOut"])
      #expect(feed.values.map(StateName.ofCase) == ["idle"])
      #expect(myPage.values.map(StateName.ofCase) == ["idle"])
    }
  }
}
