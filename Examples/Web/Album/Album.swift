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
      /// Its HTML, without what differs from one drawing to the next.
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
      package let part: AlbumPart
      /// The number of its states.
      package let states: Int
      /// What its exploration has covered.
      package let coverage: String
    }

    /// The language of the screens.
    package let language: Language
    package internal(set) var parts: [Part] = []
    /// The screens, in the order in which they were drawn.
    package internal(set) var screens: [Screen] = []

    /// Creates an album without screens.
    package init(language: Language) {
      self.language = language
    }

    /// Adds the screens of a part, in every state that its exploration reaches.
    @MainActor
    package mutating func draw(_ part: AlbumPart) async throws {
      let renderer = try ScreenRenderer()
      var reached: [(state: ReachedState, document: String)] = []
      let exploration = try await part.visitStates(in: language) { root, state in
        reached.append((state, renderer.document(of: root)))
      }
      parts.append(Part(part: part, states: exploration.graph.nodes.count, coverage: exploration.extent))
      var numbers = Dictionary(uniqueKeysWithValues: screens.enumerated().map { ($1.document, $0) })
      for (state, document) in reached.sorted(by: { $0.state.isBefore($1.state) }) {
        if let number = numbers[document] {
          let states = screens[number].states
          let place = states.firstIndex { $0.lines.count > state.lines.count } ?? states.endIndex
          screens[number].states.insert(state, at: place)
        } else {
          numbers[document] = screens.count
          screens.append(Screen(document: document, states: [state]))
        }
      }
    }

    /// What differs from an album before, in the parts that both have.
    package func changes(since before: Album) -> AlbumChanges {
      let parts = Set(parts.map(\.part)).intersection(before.parts.map(\.part))
      return AlbumChanges(before.limited(to: parts), self, parts)
    }

    private func limited(to parts: Set<AlbumPart>) -> Album {
      var album = self
      for index in album.screens.indices { album.screens[index].states.removeAll { !parts.contains($0.part) } }
      album.screens.removeAll { $0.states.isEmpty }
      return album
    }
  }

  extension ReachedState {
    fileprivate func isBefore(_ other: ReachedState) -> Bool {
      (lines.count, number) < (other.lines.count, other.number)
    }
  }

  /// The differences of two albums.
  package struct AlbumChanges: Equatable, Sendable {
    /// The indices of the screens that no schedule led to before.
    package private(set) var new: [Int] = []
    /// The screens that no schedule leads to any more.
    package private(set) var gone: [Album.Screen] = []
    /// What a schedule of a screen led to before, by the index of the screen.
    package private(set) var changed: [Int: Album.Screen] = [:]

    fileprivate init(_ before: Album, _ after: Album, _ parts: Set<AlbumPart>) {
      let known = Set(before.screens.map(\.document))
      let documents = Set(after.screens.map(\.document))
      let schedules = Set(after.screens.flatMap(\.states).map(\.lines))
      var former: [[String]: Album.Screen] = [:]
      for screen in before.screens {
        for state in screen.states { former[state.lines] = screen }
      }
      for (index, screen) in after.screens.enumerated() {
        let others = screen.states.lazy.compactMap { former[$0.lines] }.filter { $0.document != screen.document }
        if let other = others.first {
          changed[index] = other
        } else if !known.contains(screen.document), screen.states.contains(where: { parts.contains($0.part) }) {
          new.append(index)
        }
      }
      gone = before.screens.filter { screen in
        !documents.contains(screen.document) && !screen.states.contains { schedules.contains($0.lines) }
      }
    }
  }

  /// Renders what an app shows.
  @MainActor
  final class ScreenRenderer {
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
