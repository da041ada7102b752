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

    init(_ album: Album, _ changes: AlbumChanges?) throws {
      (self.album, self.changes) = (album, changes)
      templates = try Templates()
      let changed = changes?.changed.sorted { $0.key < $1.key } ?? []
      let gone = changes?.gone ?? []
      before = gone + changed.map(\.value)
      for (index, screen) in changed.enumerated() { former[screen.key] = gone.count + index }
    }

    /// The screens that are gone.
    var gone: [Album.Screen] { changes?.gone ?? [] }

    /// The first page, with a thumbnail of each screen.
    var index: String {
      let numbers = Dictionary(grouping: album.screens.indices) { album.screens[$0].states[0].part }
      var values: Templates.Values = [
        "summary": """
        The app shows \(count(album.screens.count, "screen")) in \(count(album.parts.reduce(0) { $0 + $1.states }, "state")). \
        Each screen has the shortest schedule that leads to it.
        """,
        "parts": album.parts.map { part -> Templates.Values in
          let screens = (numbers[part.part] ?? []).map { card(ofScreen: $0) }
          return [
            "id": part.part.rawValue, "title": part.part.title,
            "coverage": "\(count(part.states, "state")). \(part.coverage)", "screens": screens,
          ]
        },
      ]
      if let changes {
        let screens = (changes.new + changes.changed.keys.sorted()).map { card(ofScreen: $0) }
        let gone = gone.indices.map { cardOfGone($0) }
        values["comparison"] = ["text": changes.summary, "screens": screens + gone] as Templates.Values
      }
      return templates.render("album", values)
    }

    private func card(ofScreen index: Int) -> Templates.Values {
      let name = AlbumFiles.name(index)
      var values = values(of: album.screens[index], number: index + 1)
      values.merge(["document": "drawn/\(name)", "page": "screens/\(name)"]) { $1 }
      values["change"] = change(ofScreen: index)
      return values
    }

    private func cardOfGone(_ index: Int) -> Templates.Values {
      var values = values(of: gone[index], number: nil)
      values["document"] = "before/\(AlbumFiles.name(index))"
      values["page"] = "screens/\(AlbumFiles.name(album.screens.count + index))"
      values["change"] = "Gone"
      return values
    }

    private func values(of screen: Album.Screen, number: Int?) -> Templates.Values {
      [
        "title": (number.map { "\($0). " } ?? "") + screen.title, "lastStep": screen.lastStep,
        "count": count(screen.states.count, "state"),
      ]
    }

    private func change(ofScreen index: Int) -> String? {
      guard let changes else { return nil }
      return changes.changed[index] != nil ? "Changed" : changes.new.contains(index) ? "New" : nil
    }

    private func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    /// The page about a screen.
    func page(ofScreen index: Int) -> String {
      var values = page(about: album.screens[index], number: index + 1, document: "../drawn/\(AlbumFiles.name(index))")
      values["change"] = change(ofScreen: index)
      values["before"] = former[index].map { "../before/\(AlbumFiles.name($0))" }
      values["previous"] = index > 0 ? AlbumFiles.name(index - 1) : nil
      values["next"] = index + 1 < album.screens.count ? AlbumFiles.name(index + 1) : nil
      return templates.render("screen", values)
    }

    /// The page about a screen that is gone.
    func page(ofGone index: Int) -> String {
      var values = page(about: gone[index], number: nil, document: "../before/\(AlbumFiles.name(index))")
      values["change"] = "Gone"
      return templates.render("screen", values)
    }

    private func page(about screen: Album.Screen, number: Int?, document: String) -> Templates.Values {
      values(of: screen, number: number).merging([
        "document": document, "language": album.language.rawValue, "schedule": schedule(of: screen.states[0]),
        "hasMore": screen.states.count > 1,
        "states": screen.states.map { state -> Templates.Values in
          [
            "name": "\(state.part.title), state \(state.number), after \(count(state.lines.count, "step"))",
            "schedule": schedule(of: state),
          ]
        },
      ]) { $1 }
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
