#if Driver
  import AppAlbum
  import Driver
  import ExampleApp
  import TestSupport
  import Testing

  /// The list of screens that previews iterate.
  @MainActor
  struct AlbumScreenTests {
    /// A few screens, and all of them where there is time.
    private nonisolated static let screens = AlbumScreen.all.filter { ProcessTurn.exploresMore || $0.id % 24 == 1 }

    @Test(arguments: screens) func `A screen of the album is reached by its schedule`(_ screen: AlbumScreen)
      async throws
    {
      let app = try await screen.reach()
      #expect(app.root.state.name == screen.title)
      #expect(app.steps.count == screen.lines.count + 1)
    }

    @Test func `The list has the screens of every part of the app`() {
      let names = AlbumScreen.all.map { $0.title.prefix { $0 != ":" } }
      #expect(Set(names) == ["login", "home myPage", "home timeline", "home compose"])
      #expect(AlbumScreen.all.count > 100)
    }
  }
#endif
