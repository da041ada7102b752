#if Network
  import Core
  import Driver
  import Foundation

  /// The pages of an album, in HTML.
  struct AlbumPages {
    let album: Album
    /// The screens of the album before that are gone, and then those that have changed.
    let before: [Album.Screen]
    private let changes: AlbumChanges?
    private let templates: Templates
    /// The place in `before` of what a screen was.
    private var former: [Int: Int] = [:]

    init(_ album: Album, since before: Album?) throws {
      self.album = album
      templates = try Templates()
      let changes = before.map(album.changes)
      self.changes = changes
      let changed = changes?.changed.sorted { $0.key < $1.key } ?? []
      let gone = changes?.gone ?? []
      self.before = gone + changed.map(\.value)
      for (index, screen) in changed.enumerated() { former[screen.key] = gone.count + index }
    }

    /// The first page, with a thumbnail of each screen.
    var index: String {
      let numbers = Dictionary(grouping: album.screens.indices) { album.screens[$0].states[0].part }
      var values: Templates.Values = [
        "summary": """
        \(album.screens.count) screens, which the app shows in \(album.parts.reduce(0) { $0 + $1.states }) states. Each has \
        the shortest schedule that leads to it.
        """,
        "parts": album.parts.map { part -> Templates.Values in
          let screens = (numbers[part.part] ?? []).map { card(ofScreen: $0) }
          return [
            "id": part.part.rawValue, "title": part.part.title,
            "coverage": "\(part.states) states. \(part.coverage)", "screens": screens,
          ]
        },
      ]
      if let changes {
        let screens = (changes.new + changes.changed.keys.sorted()).map { card(ofScreen: $0) }
        let gone = changes.gone.enumerated().map { index, screen -> Templates.Values in
          let document = "before/\(AlbumFiles.name(index))"
          return [
            "document": document, "page": document, "title": screen.title, "change": "Gone", "count": count(of: screen),
            "lastStep": screen.lastStep,
          ]
        }
        values["comparison"] = ["text": changes.summary, "screens": screens + gone] as Templates.Values
      }
      return templates.render("album", values)
    }

    private func card(ofScreen index: Int) -> Templates.Values {
      let screen = album.screens[index]
      let name = AlbumFiles.name(index)
      var values: Templates.Values = [
        "document": "drawn/\(name)", "page": "screens/\(name)", "title": screen.title, "count": count(of: screen),
        "lastStep": screen.lastStep,
      ]
      values["change"] = change(ofScreen: index)
      return values
    }

    private func change(ofScreen index: Int) -> String? {
      guard let changes else { return nil }
      return changes.changed[index] != nil ? "Changed" : changes.new.contains(index) ? "New" : nil
    }

    private func count(of screen: Album.Screen) -> String {
      "\(screen.states.count) \(screen.states.count == 1 ? "state" : "states")"
    }

    /// The page about a screen.
    func page(ofScreen index: Int) -> String {
      let screen = album.screens[index]
      var values: Templates.Values = [
        "title": screen.title, "document": "../drawn/\(AlbumFiles.name(index))", "caption": "Screen \(index + 1)",
        "lastStep": screen.lastStep, "language": album.language.rawValue, "schedule": schedule(of: screen.states[0]),
        "hasMore": screen.states.count > 1, "count": "All \(count(of: screen))",
        "states": screen.states.map { state -> Templates.Values in
          [
            "name": "\(state.part.title), state \(state.number), after \(state.lines.count) steps",
            "schedule": schedule(of: state),
          ]
        },
      ]
      values["change"] = change(ofScreen: index)
      values["before"] = former[index].map { "../before/\(AlbumFiles.name($0))" }
      values["previous"] = index > 0 ? AlbumFiles.name(index - 1) : nil
      values["next"] = index + 1 < album.screens.count ? AlbumFiles.name(index + 1) : nil
      return templates.render("screen", values)
    }

    private func schedule(of state: ReachedState) -> String {
      state.lines.isEmpty ? "# The launch alone." : state.lines.joined(separator: "\n")
    }
  }

  extension AlbumChanges {
    /// How many screens differ.
    package var summary: String { "\(new.count) new, \(gone.count) gone, \(changed.count) changed." }
  }
#endif
