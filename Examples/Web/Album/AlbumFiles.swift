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
      let language: Language
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

    /// Names the folder.
    package init(folder: URL) {
      self.folder = folder
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
      guard manifest.version == 1 else {
        throw AlbumError("\(folder.path) is of another version of focal-http: draw the album again.")
      }
      var album = Album(language: manifest.language)
      album.parts = manifest.parts
      for (index, states) in manifest.screens.enumerated() where !states.isEmpty {
        let document = String(decoding: try contents(of: "drawn/\(Self.name(index))"), as: UTF8.self)
        album.screens.append(Album.Screen(document: document, states: states))
      }
      return album
    }

    private func contents(of name: String) throws(AlbumError) -> Data {
      do { return try Data(contentsOf: folder.appending(path: name)) } catch {
        throw AlbumError("\(path(name)) cannot be read: \(folder.path) is no album, or a damaged one.")
      }
    }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    // MARK: Writing

    /// Throws where the folder has anything but an album.
    package func checkReplaceable() throws(AlbumError) {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder) else { return }
      guard isFolder.boolValue, let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
        throw AlbumError("\(folder.path) is no folder that can be read.")
      }
      if let foreign = names.sorted().first(where: { !Self.names.contains($0) }) {
        throw AlbumError(
          "\(folder.path) has “\(foreign.printable(maximumCharacters: 40))”, which is of no album. Name another folder."
        )
      }
    }

    /// Replaces the album, with what has changed since the one `before`.
    ///
    /// Where it cannot be written, the album that was there stays.
    package func write(_ album: Album, since before: Album? = nil) throws {
      try checkReplaceable()
      let written = folder.deletingLastPathComponent().appending(
        path: ".\(folder.lastPathComponent)-\(UUID().uuidString)", directoryHint: .isDirectory)
      defer { try? FileManager.default.removeItem(at: written) }
      try FileManager.default.createDirectory(at: written, withIntermediateDirectories: true)
      for (name, data) in try files(of: AlbumPages(album, since: before)) {
        let file = written.appending(path: name)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
      }
      if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
      try FileManager.default.moveItem(at: written, to: folder)
    }

    private func files(of pages: AlbumPages) throws -> [(name: String, data: Data)] {
      let album = pages.album
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      let manifest = Manifest(
        version: 1, language: album.language, parts: album.parts, screens: album.screens.map(\.states))
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
      return files
    }

    /// The name of the file of a screen, by its number from 0.
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
