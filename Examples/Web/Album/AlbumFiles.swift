#if Network
  import Core
  import Driver
  import ExampleApp
  import Foundation

  /// The folder of an album: static pages, which need no server, and what another album is compared with.
  package struct AlbumFiles {
    /// What is beside the pages.
    private struct Manifest: Codable {
      let version: Int
      let language: String
      let parts: [Album.Part]
      /// The states of each screen.
      let screens: [[ReachedState]]
    }

    private static let manifestName = "album.json"
    private static let listName = "AlbumScreens.swift"
    /// The names in the folder.
    private static let names: Set = [
      manifestName, "index.html", "screens", "drawn", "before", "page.css", "album.css", "icon.svg",
      listName,
    ]

    private let folder: URL

    /// Creates access to the album of a folder, or of the one that a link leads to.
    package init(folder: URL) {
      self.folder = folder.resolvingSymlinksInPath()
    }

    // MARK: Reading

    /// Reads the album.
    package func read() throws(AlbumError) -> Album {
      let data = try contents(of: Self.manifestName)
      let manifest: Manifest
      do {
        manifest = try JSONDecoder().decode(Manifest.self, from: data)
      } catch {
        throw AlbumError(
          "\(path(Self.manifestName)) is damaged, or of another version of focal-http: draw the album again.")
      }
      guard manifest.version == 1, let language = Language(rawValue: manifest.language) else {
        throw AlbumError("\(folder.path) is of another version of focal-http: draw the album again.")
      }
      var album = Album(language: language)
      album.parts = manifest.parts
      for (index, states) in manifest.screens.enumerated() where !states.isEmpty {
        let document = String(decoding: try contents(of: "drawn/\(Self.name(index))"), as: UTF8.self)
        album.screens.append(Album.Screen(document: document, states: states))
      }
      return album
    }

    private func contents(of name: String) throws(AlbumError) -> Data {
      do { return try Data(contentsOf: folder.appending(path: name)) } catch {
        throw AlbumError("Cannot read \(path(name)): \(folder.path) is not an album, or is damaged.")
      }
    }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    // MARK: Writing

    /// Throws where the folder has anything but an album, or cannot be written to.
    package func checkReplaceable() throws(AlbumError) {
      try withTemporaryFolder { (_) throws(AlbumError) in }
    }

    /// Replaces the album, and shows its changes since another one.
    ///
    /// Where it cannot be written, the album that was there stays.
    package func write(_ album: Album, changes: AlbumChanges? = nil) throws(AlbumError) {
      try withTemporaryFolder { (temporary) throws(AlbumError) in
        let (new, old) = (temporary.appending(path: "new"), temporary.appending(path: "old"))
        do {
          try createFolder(old)
          for (name, data) in try files(of: AlbumPages(album, changes)) {
            let file = new.appending(path: name)
            try createFolder(file.deletingLastPathComponent())
            try data.write(to: file)
          }
          try move(Self.names, from: folder, to: old)
          do { try move(Self.names, from: new, to: folder) } catch {
            try move(Self.names, from: folder, to: new)
            try move(Self.names, from: old, to: folder)
            throw error
          }
        } catch {
          throw AlbumError("Cannot write \(folder.path): \(error.localizedDescription)")
        }
      }
    }

    /// Calls `body` with a folder for what is being written, within that of the album.
    private func withTemporaryFolder(_ body: (URL) throws(AlbumError) -> Void) throws(AlbumError) {
      let temporary = folder.appending(path: ".album-\(UUID().uuidString)", directoryHint: .isDirectory)
      do { try createFolder(temporary) } catch {
        throw AlbumError("Cannot write \(folder.path). Is it a folder, and may you write to it?")
      }
      defer { try? FileManager.default.removeItem(at: temporary) }
      try checkContent()
      try body(temporary)
    }

    /// Throws where the folder has anything but an album, whose files are all known.
    private func checkContent() throws(AlbumError) {
      let pages = ["screens", "drawn", "before"].flatMap { subfolder in
        names(in: subfolder).filter { $0.wholeMatch(of: /[0-9]+\.html/) == nil }.map { "\(subfolder)/\($0)" }
      }
      let others = names(in: "").filter { ![".DS_Store", Self.manifestName].contains($0) && !$0.hasPrefix(".album-") }
      let isAlbum = FileManager.default.fileExists(atPath: path(Self.manifestName))
      if let foreign = (others.filter { !isAlbum || !Self.names.contains($0) } + pages).sorted().first {
        throw AlbumError(
          "\(folder.path) contains “\(foreign.printable(maximumCharacters: 40))”, which is not part of an album: name "
            + "another folder.")
      }
    }

    private func names(in subfolder: String) -> [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: path(subfolder))) ?? []
    }

    private func createFolder(_ folder: URL) throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func move(_ names: Set<String>, from source: URL, to target: URL) throws {
      for name in names where FileManager.default.fileExists(atPath: source.appending(path: name).path) {
        try FileManager.default.moveItem(at: source.appending(path: name), to: target.appending(path: name))
      }
    }

    private func files(of pages: AlbumPages) throws -> [(name: String, data: Data)] {
      let album = pages.album
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      let manifest = Manifest(
        version: 1, language: album.language.rawValue, parts: album.parts, screens: album.screens.map(\.states))
      var files = [
        (Self.manifestName, try encoder.encode(manifest)), ("index.html", Data(pages.index.utf8)),
        (Self.listName, Data(album.list.utf8)),
      ]
      for (name, asset) in [("page.css", Asset.styles), ("album.css", .albumStyles), ("icon.svg", .icon)] {
        files.append((name, Data(asset.bytes)))
      }
      for (index, screen) in album.screens.enumerated() {
        files.append(("drawn/\(Self.name(index))", Data(screen.document.utf8)))
        files.append(("screens/\(Self.name(index))", Data(pages.page(ofScreen: index).utf8)))
      }
      for (index, screen) in pages.before.enumerated() {
        files.append(("before/\(Self.name(index))", Data(screen.document.utf8)))
      }
      for index in pages.gone.indices {
        files.append(("screens/\(Self.name(album.screens.count + index))", Data(pages.page(ofGone: index).utf8)))
      }
      return files
    }

    /// The name of the file of a screen, by its index.
    static func name(_ index: Int) -> String { "\(index + 1).html" }
  }

  /// Why an album cannot be read or written, for a developer.
  package struct AlbumError: Error, Equatable {
    /// The reason, and what to do.
    package let message: String

    init(_ message: String) {
      self.message = message
    }
  }

  extension Album {
    /// The screens with their schedules: the list that previews iterate.
    fileprivate var list: String {
      let schedules = screens.map { screen in
        (["# \(screen.title)"] + screen.states[0].lines).map { "      \($0)\n" }.joined()
      }
      return """
        #if Driver
          // Written by `focal-http album`: every screen of the app, and a shortest schedule that leads to it.
          extension AlbumScreen {
            static let schedules = #\"""
        \(schedules.joined(separator: "\n"))\
              \"""#
          }
        #endif

        """
    }
  }
#endif
