#if Driver
  import Authentication
  import Core
  import ExampleApp
  import Feed
  import Foundation
  import MyPage

  /// What the Stores of an app show.
  struct ShownState: Equatable {
    let screen: AppScreen
    let auth: AuthState
    let isDeletingAccount: Bool
    let feed: FeedState
    let timelines: TimelineSelection
    let waitingReactions: [PostReaction]
    let outbox: OutboxState
    let myPage: MyPageState
    let notices: [Notice]

    @MainActor
    init(of root: AppRoot) {
      (screen, auth, isDeletingAccount) = (root.screen, root.auth.state, root.auth.isDeletingAccount)
      (feed, timelines, waitingReactions) = (root.feed.state, root.feed.timelines, root.feed.waitingReactions)
      (outbox, myPage) = (root.outbox.state, root.myPage.state)
      notices = [root.auth.notice, root.feed.notice, root.outbox.notice, root.myPage.notice].compactMap(\.self)
    }
  }

  /// A value as lines, each with the path of a part: `feed.loaded.posts[0].isLiked` is `true`.
  struct StateLines: Equatable {
    private(set) var lines: [(path: String, value: String)] = []

    /// Creates no lines.
    init() {}

    /// Reads a value; `name` replaces an identifier that differs from run to run.
    init(_ value: Any, naming name: (String) -> String = { $0 }) {
      add(value, "", name)
    }

    static func == (left: StateLines, right: StateLines) -> Bool {
      left.lines.elementsEqual(right.lines) { $0.path == $1.path && $0.value == $1.value }
    }

    /// What differs from the lines before, by path; `nil` for a part that is gone.
    func changes(since before: StateLines) -> [String: String?] {
      let old = Dictionary(before.lines.map { ($0.path, $0.value) }) { $1 }
      let new = Dictionary(lines.map { ($0.path, $0.value) }) { $1 }
      var changes: [String: String?] = [:]
      for (path, value) in new where old[path] != value { changes[path] = .some(value) }
      for path in old.keys where new[path] == nil { changes[path] = .some(nil) }
      return changes
    }

    private mutating func add(_ value: Any, _ path: String, _ name: (String) -> String) {
      let mirror = Mirror(reflecting: value)
      switch (mirror.displayStyle, value) {
      case (.optional, _):
        if let child = mirror.children.first { add(child.value, path, name) } else { line(path, "nil") }
      case (.enum, _):
        guard let child = mirror.children.first else { return line(path, "\(value)") }
        add(child.value, join(path, child.label ?? ""), name)
      case (.set, _), (.dictionary, _):
        line(path, "[\(mirror.children.map { "\($0.value)" }.sorted().joined(separator: ", "))]")
      case (_, let text as any CustomStringConvertible & StringProtocol):
        line(path, Self.named("\(text)", name))
      case (_, let date as Date):
        line(path, date.formatted(.iso8601))
      case (_, let elements as any Collection):
        if elements.isEmpty { line(path, "[]") }
        addElements(of: elements, path, name)
      case (.struct, _) where !(value is any CustomStringConvertible), (.tuple, _):
        if mirror.children.isEmpty { line(path, "()") }
        for child in mirror.children { add(child.value, join(path, child.label ?? ""), name) }
      default:
        line(path, "\(value)")
      }
    }

    private mutating func addElements(of elements: some Collection, _ path: String, _ name: (String) -> String) {
      for (index, element) in elements.enumerated() { add(element, "\(path)[\(index)]", name) }
    }

    private mutating func line(_ path: String, _ value: String) {
      lines.append((path, value))
    }

    private func join(_ path: String, _ label: String) -> String {
      label.first == "." || path.isEmpty ? path + label : "\(path).\(label)"
    }

    /// The text with other names for the identifiers that the app has made.
    private static func named(_ text: String, _ name: (String) -> String) -> String {
      guard text.utf8.count >= 36 else { return text }
      return text.replacing(/[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/) { name(String($0.output.0)) }
    }
  }
#endif
