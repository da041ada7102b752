#if Network
  import Core
  import Driver
  import ExampleApp
  import Feed
  import Foundation
  import StoreExploring

  /// The screens of the app, drawn by the templates of the page in every state that an exploration reaches.
  package struct Album: Equatable, Sendable {
    /// A screen, and the states in which the app shows it.
    package struct Screen: Equatable, Sendable {
      /// Its HTML.
      package let document: String
      /// The states, the one with the shortest schedule first.
      package internal(set) var states: [ReachedState]

      /// The name of its first state.
      package var title: String { states[0].name }

      /// The step that leads to it.
      var lastStep: String { states[0].lines.last ?? "launch" }
    }

    /// A part, and what of it was explored.
    package struct Part: Codable, Equatable, Sendable {
      /// The part.
      package let part: AlbumPart
      /// The number of its states.
      package let states: Int
      /// What its exploration has covered.
      package let coverage: String
    }

    /// The language of the screens.
    package let language: Language
    /// The parts.
    package internal(set) var parts: [Part] = []
    /// The screens, by the part of their first state, those with the shortest schedules first.
    package internal(set) var screens: [Screen] = []

    /// Creates an album without screens.
    package init(language: Language) {
      self.language = language
    }

    /// Adds the screens of a part, in every state that its exploration reaches.
    @MainActor
    package mutating func draw(_ part: AlbumPart) async throws {
      let artist = try AlbumArtist()
      var reached: [(state: ReachedState, document: String)] = []
      let exploration = try await part.visitStates(in: language) { root, state in
        reached.append((state, artist.document(of: root)))
      }
      parts.append(Part(part: part, states: exploration.graph.nodes.count, coverage: exploration.extent))
      var numbers = Dictionary(uniqueKeysWithValues: screens.enumerated().map { ($1.document, $0) })
      for (state, document) in reached.sorted(by: { $0.state.isBefore($1.state) }) {
        if let number = numbers[document] {
          screens[number].states.append(state)
        } else {
          numbers[document] = screens.count
          screens.append(Screen(document: document, states: [state]))
        }
      }
    }

    /// What differs from an album before.
    package func changes(since before: Album) -> AlbumChanges {
      AlbumChanges(before, self)
    }
  }

  extension ReachedState {
    fileprivate func isBefore(_ other: ReachedState) -> Bool {
      (lines.count, number) < (other.lines.count, other.number)
    }
  }

  /// The differences of two albums.
  package struct AlbumChanges: Equatable, Sendable {
    /// The numbers of the screens that only the second album has, by their schedules too.
    package private(set) var new: [Int] = []
    /// The screens that the schedules of the first album do not lead to any more.
    package private(set) var gone: [Album.Screen] = []
    /// The screens before, by the numbers of those to which the same schedules lead now.
    package private(set) var changed: [Int: Album.Screen] = [:]

    fileprivate init(_ before: Album, _ after: Album) {
      let known = Set(before.screens.map(\.document))
      let kept = Set(after.screens.map(\.document))
      var lost: [[String]: Album.Screen] = [:]
      for screen in before.screens where !kept.contains(screen.document) {
        for state in screen.states { lost[state.lines] = screen }
      }
      var replaced: Set<String> = []
      for (number, screen) in after.screens.enumerated() where !known.contains(screen.document) {
        if let former = screen.states.lazy.compactMap({ lost[$0.lines] }).first {
          changed[number] = former
          replaced.insert(former.document)
        } else {
          new.append(number)
        }
      }
      gone = before.screens.filter { !kept.contains($0.document) && !replaced.contains($0.document) }
    }
  }

  /// Draws what an app shows, without what differs from one drawing to the next.
  @MainActor
  final class AlbumArtist {
    private let templates: Templates
    /// The session that has drawn the app last, which keeps the posts that it has rendered.
    private var session: WebSession?

    init() throws {
      templates = try Templates()
    }

    func document(of root: AppRoot) -> String {
      let session = session(of: root)
      var page = session.page(at: session.current, templates)
      for index in page.content.indices { page.content[index].hasKey = false }
      var replacements = [
        (Asset.styles.path, "../page.css"), (Asset.icon.path, "../icon.svg"), (page.digest, ""),
        (session.formToken.text, ""), (session.postKey, ""),
        // A page that is loading is not asked for again.
        (#"<noscript><meta http-equiv="refresh" content="2"></noscript>"#, ""),
      ]
      for (index, post) in root.outbox.state.unsent.enumerated() {
        replacements.append((post.id.urlEncoded, "draft-\(index + 1)"))
      }
      return replacements.reduce(templates.document(page, root.environment.language, hasScript: false)) {
        $0.replacingOccurrences(of: $1.0, with: $1.1)
      }
    }

    private func session(of root: AppRoot) -> WebSession {
      if let session, session.root === root { return session }
      var configuration = WebConfiguration()
      configuration.exampleAccount = .taro
      let session = WebSession(root, configuration: configuration)
      self.session = session
      return session
    }
  }
#endif
