#if Network
  import ArgumentParser
  import Core
  import Driver
  import ExampleApp
  import Foundation
  import Web

  /// `focal-http album`: every screen of the app.
  struct AlbumCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "album",
      abstract: "Draws the app in every state that an exploration reaches, as pages without a server.",
      discussion: """
        Each screen has the shortest schedule that leads to it, as a script for “focal play --step”.
        An album that is there already is replaced.
        """)

    @ParentCommand var parent: FocalHTTP

    @Argument(help: "The folder of the album.")
    var folder: String

    @Option(help: ArgumentHelp("Show what is new, gone and changed since another album.", valueName: "folder"))
    var since: String?

    @Option(help: "The language of the screens, ja or en. Default: that of LANG, or English.")
    var language: Language?

    @Option(help: "Draw these parts only: auth, feed, mypage or root.")
    var part: [AlbumPart] = []

    @MainActor
    func run() async throws {
      try parent.refuseServer(for: "album")
      let files = AlbumFiles(folder: URL(filePath: folder, directoryHint: .isDirectory))
      do {
        // What cannot be read or written is said before the work, not after it.
        try files.checkReplaceable()
        let before = try since.map { try AlbumFiles(folder: URL(filePath: $0, directoryHint: .isDirectory)).read() }
        let chosen = language ?? parent.options.language
        var album = Album(language: chosen ?? before?.language ?? parent.options.chosenLanguage)
        if let before, before.language != album.language {
          throw ValidationError(
            "The album before has “--language \(before.language.rawValue)”: two languages are not compared.")
        }
        for part in AlbumPart.allCases where self.part.isEmpty || self.part.contains(part) {
          let count = album.screens.count
          try await album.draw(part)
          guard let drawn = album.parts.last else { continue }
          StandardOutput.write(
            "\(part.title): \(drawn.states) states, \(album.screens.count - count) screens. \(drawn.coverage)\n")
        }
        let changes = before.map(album.changes)
        try files.write(album, changes: changes)
        if let changes { report(changes, album) }
        StandardOutput.write("Open \(URL(filePath: folder).appending(path: "index.html").path)\n")
      } catch let error as AlbumError {
        throw ValidationError(error.message)
      } catch let error as ScriptError {
        printError(error.message)
        throw ExitCode.failure
      }
    }

    private func report(_ changes: AlbumChanges, _ album: Album) {
      StandardOutput.write("\(changes.summary)\n")
      for index in changes.new { StandardOutput.write("  new: \(index + 1), \(album.screens[index].title)\n") }
      for screen in changes.gone { StandardOutput.write("  gone: \(screen.title)\n") }
      for (index, _) in changes.changed.sorted(by: { $0.key < $1.key }) {
        StandardOutput.write("  changed: \(index + 1), \(album.screens[index].title)\n")
      }
    }
  }

  extension AlbumPart: ExpressibleByArgument {}
#endif
