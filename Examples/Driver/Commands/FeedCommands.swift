#if Driver
  import ArgumentParser
  import ExampleApp
  import Feed

  extension Grammar {
    static let feed: [any ScriptCommand.Type] = [
      FeedLoadCommand.self, FeedRefreshCommand.self, FeedMoreCommand.self, FeedTimelineCommand.self,
      FeedPostCommand.self, FeedComposeCommand.self, FeedDismissCommand.self,
    ]
  }

  struct FeedLoadCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "feed load", abstract: "Loads the home timeline.", usage: "feed load")

    func perform(in player: Player) async throws(ScriptError) {
      await player.root.feed.load()
      player.showPosts(from: 0)
    }
  }

  struct FeedRefreshCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "feed refresh", abstract: "Loads the newest posts again.", usage: "feed refresh")

    func perform(in player: Player) async throws(ScriptError) {
      await player.root.feed.refresh()
      player.showPosts(from: 0)
    }
  }

  struct FeedMoreCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "feed more", abstract: "Loads older posts.", usage: "feed more")

    func perform(in player: Player) async throws(ScriptError) {
      let count = player.root.feed.state.postCount
      await player.root.feed.loadMore()
      player.showPosts(from: count)
    }
  }

  struct FeedTimelineCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "feed timeline", abstract: "Loads a timeline; without ID the home one.",
      usage: "feed timeline [ID]")

    @Argument var id: String?

    func perform(in player: Player) async throws(ScriptError) {
      await player.root.feed.select(timeline: id)
      player.showPosts(from: 0)
    }
  }

  struct FeedPostCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "feed post", abstract: "Sends a post.", usage: "feed post \"TEXT\" [--reply-to ID]")

    @Argument var text: String
    @Option var replyTo: String?

    func perform(in player: Player) async throws(ScriptError) {
      await player.root.feed.post(text: text, replyTo: replyTo)
      player.showPosts(from: 0, atMost: 1)
    }
  }

  struct FeedComposeCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "feed compose", abstract: "Opens the composer.", usage: "feed compose [--reply-to ID]")

    @Option var replyTo: String?

    func perform(in player: Player) async throws(ScriptError) {
      player.root.feed.compose(replyTo: replyTo)
    }
  }

  struct FeedDismissCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "feed dismiss", abstract: "Dismisses the notice of Feed.", usage: "feed dismiss")

    func perform(in player: Player) async throws(ScriptError) {
      player.root.feed.dismissNotice()
    }
  }

  extension Player {
    /// Shows the first posts from a position on.
    fileprivate func showPosts(from first: Int, atMost count: Int = 3) {
      guard case .loaded(let content) = root.feed.state else { return }
      for index in content.posts.indices.dropFirst(first).prefix(count) {
        let row = content.row(at: index, messages: root.feed.messages)
        let reply = row.replyLine.map { "\($0): " } ?? ""
        let lines = row.text.split(whereSeparator: \.isNewline)
        let text = lines.count > 1 ? "\(lines[0]) …" : row.text
        show("\(row.handle) · \(row.date) · #\(row.id)", ["\(reply)\(text)".cut(to: 80)])
      }
    }
  }
#endif
