#if Network
  import Core
  import Foundation
  import Testing

  @testable import Driver
  @testable import Web

  @MainActor
  @Suite("Album", .timeLimit(.minutes(10)))
  struct AlbumTests {
    /// `.ci/check-page` counts those of the other parts.
    @Test(arguments: [AlbumPart.auth, .mypage])
    func `An album has every state of the explored graph, and each screen once`(_ part: AlbumPart) async throws {
      var album = Album(language: .english)
      try await album.draw(part)
      let states = album.screens.flatMap(\.states)
      #expect(states.map(\.number).sorted() == Array(0..<album.parts[0].states))
      #expect(Set(album.screens.map(\.document)).count == album.screens.count && album.screens.count > 1)
      #expect(states.allSatisfy { $0.part == part })
      for screen in album.screens {
        #expect(screen.states.map(\.lines.count) == screen.states.map(\.lines.count).sorted())
      }
    }

    @Test func `An album is the same whenever it is drawn`() async throws {
      var (first, second) = (Album(language: .japanese), Album(language: .japanese))
      try await first.draw(.mypage)
      try await second.draw(.mypage)
      #expect(first == second)
      #expect(first.changes(since: second).summary == "0 new, 0 gone, 0 changed.")
    }

    @Test func `The schedule of a screen leads to it in another app`() async throws {
      var album = Album(language: .english)
      try await album.draw(.mypage)
      let screen = try #require(album.screens.last)
      let app = await ScheduledApp(
        now: { DriverBackend.tourDate }, ScheduledApp.example(.english, isPage: true))
      for line in screen.states[0].lines {
        if let line = try ScriptLine(line) { try await app.play(line) }
      }
      #expect(try ScreenRenderer().document(of: app.root) == screen.document)
    }

    // MARK: Two albums

    private func album(_ screens: [(document: String, schedules: [[String]])]) -> Album {
      var album = Album(language: .english)
      album.parts = [Album.Part(part: .auth, states: screens.reduce(0) { $0 + $1.schedules.count }, coverage: "All.")]
      album.screens = screens.enumerated().map { index, screen in
        Album.Screen(
          document: screen.document,
          states: screen.schedules.enumerated().map { number, lines in
            ReachedState(part: .auth, number: index * 10 + number, name: "login", lines: lines)
          })
      }
      return album
    }

    @Test func `Two albums say which screens are new, gone and changed`() {
      let before = album([("same", [["a"]]), ("old", [["b"], ["b", "c"]]), ("lost", [["d"]])])
      let after = album([("new", [["e"]]), ("same", [["moved"]]), ("changed", [["f"], ["b", "c"]])])
      let changes = after.changes(since: before)
      #expect(changes.new == [0])
      #expect(changes.gone == [before.screens[2]])
      #expect(changes.changed == [2: before.screens[1]])
      #expect(changes.summary == "1 new, 1 gone, 1 changed.")
    }

    @Test func `A schedule that leads to another known screen is a change`() {
      let before = album([("a", [["1"], ["2"]]), ("b", [["3"]]), ("c", [["4"]])])
      let after = album([("a", [["1"]]), ("b", [["3"], ["2"], ["4"]])])
      let changes = after.changes(since: before)
      #expect(changes.changed == [1: before.screens[0]])
      #expect(changes.new.isEmpty && changes.gone.isEmpty)
    }

    @Test func `Parts that one of two albums lacks are not compared`() {
      var before = album([("a", [["1"]])])
      before.parts.append(Album.Part(part: .feed, states: 1, coverage: "All."))
      before.screens.append(
        Album.Screen(document: "feed", states: [ReachedState(part: .feed, number: 0, name: "home", lines: ["2"])]))
      let after = album([("a", [["1"]])])
      #expect(after.changes(since: before).summary == "0 new, 0 gone, 0 changed.")
      #expect(before.changes(since: after).summary == "0 new, 0 gone, 0 changed.")
    }

    // MARK: Files

    private func withFolder(_ body: (URL) throws -> Void) throws {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: UUID().uuidString, directoryHint: .isDirectory)
      defer { try? FileManager.default.removeItem(at: folder) }
      try body(folder)
    }

    @Test func `An album that was written is read again, and the pages show what has changed since`() throws {
      try withFolder { folder in
        let files = AlbumFiles(folder: folder)
        let before = album([("same", [["a"]]), ("old <b>", [["b"]]), ("lost", [["c"]])])
        try files.write(before)
        #expect(try files.read() == before)
        let after = album([("new", [["d \"<e>\""]]), ("same", [["a"]]), ("changed", [["b"]])])
        try files.write(after, changes: after.changes(since: try files.read()))
        #expect(try files.read() == after)
        func text(_ name: String) throws -> String {
          try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        }
        #expect(try text("index.html").contains("1 new, 1 gone, 1 changed."))
        #expect(try text("before/1.html") == "lost" && text("before/2.html") == "old <b>")
        #expect(try text("screens/1.html").contains("<strong>New</strong>"))
        #expect(try text("screens/1.html").contains("d &quot;&lt;e&gt;&quot;"))
        #expect(try text("screens/3.html").contains("../before/2.html"))
        #expect(!(try text("screens/2.html")).contains("<strong>"))
      }
    }

    @Test(arguments: [
      ("notes.txt", true), ("index.html", false), ("screens/holiday.jpg", true), ("drawn/1.html", false),
    ])
    func `A folder with anything but an album is left as it is`(_ name: String, isInAlbum: Bool) throws {
      try withFolder { folder in
        let files = AlbumFiles(folder: folder)
        if isInAlbum { try files.write(album([("a", [["a"]])])) }
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: file)
        let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        let error = #expect(throws: AlbumError.self) { try files.write(album([])) }
        #expect(error?.message.contains(isInAlbum ? name : name.components(separatedBy: "/")[0]) == true)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() == before)
        #expect(try Data(contentsOf: file) == Data("mine".utf8))
      }
    }

    @Test func `A file in place of the folder is left as it is`() throws {
      try withFolder { file in
        try Data("mine".utf8).write(to: URL(filePath: file.path))
        let error = #expect(throws: AlbumError.self) { try AlbumFiles(folder: file).checkReplaceable() }
        #expect(error?.message.contains("may you write to it?") == true)
        #expect(try Data(contentsOf: URL(filePath: file.path)) == Data("mine".utf8))
      }
    }

    @Test(arguments: ["", "{}", #"{"version":2,"language":"en","parts":[],"screens":[]}"#, "gone"])
    func `An album that is damaged or of another version is refused`(_ manifest: String) throws {
      try withFolder { folder in
        let files = AlbumFiles(folder: folder)
        try files.write(album([("a", [["a"]])]))
        let file = folder.appending(path: "album.json")
        if manifest == "gone" {
          try FileManager.default.removeItem(at: file)
        } else {
          try Data(manifest.utf8).write(to: file)
        }
        let error = #expect(throws: AlbumError.self) { try files.read() }
        #expect(error?.message.contains(folder.path) == true)
      }
    }
  }
#endif
