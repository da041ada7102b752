#if Driver
  import ArgumentParser
  import ExampleApp
  import Feed

  extension Grammar {
    /// What a line can ask of Feed.
    static let feedWords: [any ScriptAction.Type] = [
      FeedLoadWord.self, FeedRefreshWord.self, FeedMoreWord.self, FeedTimelineWord.self, FeedPostWord.self,
      FeedComposeWord.self, FeedDismissWord.self,
    ]
  }

  struct FeedLoadWord: ScriptAction {
    static let configuration = CommandConfiguration(
      commandName: "feed load", abstract: "Reads the chosen timeline.", usage: "feed load")

    func perform(in player: Player) async throws(ScriptError) {
      await player.root.feed.load()
      player.showPosts(from: 0)
    }
  }

  struct FeedRefreshWord: ScriptAction {
    static let configuration = CommandConfiguration(
      commandName: "feed refresh", abstract: "Reads the newest posts again.", usage: "feed refresh")

    func perform(in player: Player) async throws(ScriptError) {
      await player.root.feed.refresh()
      player.showPosts(from: 0)
    }
  }

  struct FeedMoreWord: ScriptAction {
    static let configuration = CommandConfiguration(
      commandName: "feed more", abstract: "Reads older posts.", usage: "feed more")

    func perform(in player: Player) async throws(ScriptError) {
      let count = player.root.feed.state.postCount
      await player.root.feed.loadMore()
      player.showPosts(from: count)
    }
  }

  struct FeedTimelineWord: ScriptAction {
    static let configuration = CommandConfiguration(
      commandName: "feed timeline", abstract: "Reads another timeline.", usage: "feed timeline ID")

    @Argument var id: String

    func perform(in player: Player) async throws(ScriptError) {
      await player.root.feed.select(timeline: id)
      player.showPosts(from: 0)
    }
  }

  struct FeedPostWord: ScriptAction {
    static let configuration = CommandConfiguration(
      commandName: "feed post", abstract: "Sends a post.", usage: "feed post \"TEXT\" [--reply-to ID]")

    @Argument var text: String
    @Option var replyTo: String?

    func perform(in player: Player) async throws(ScriptError) {
      await player.root.feed.post(text: text, replyTo: replyTo)
      player.showPosts(from: 0, atMost: 1)
    }
  }

  struct FeedComposeWord: ScriptAction {
    static let configuration = CommandConfiguration(
      commandName: "feed compose", abstract: "Opens the composer.", usage: "feed compose [--reply-to ID]")

    @Option var replyTo: String?

    func perform(in player: Player) async throws(ScriptError) {
      player.root.feed.compose(replyTo: replyTo)
    }
  }

  struct FeedDismissWord: ScriptAction {
    static let configuration = CommandConfiguration(
      commandName: "feed dismiss", abstract: "Clears the notice of Feed.", usage: "feed dismiss")

    func perform(in player: Player) async throws(ScriptError) {
      player.root.feed.dismissNotice()
    }
  }

  extension Player {
    /// Shows the first posts from a position on.
    func showPosts(from index: Int, atMost count: Int = 3) {
      guard case .loaded(let content) = root.feed.state else { return }
      let messages = environment.language.feed.dates(in: environment.timeZone)
      for index in content.posts.indices.dropFirst(index).prefix(count) {
        let post = content.row(at: index, messages: messages)
        let reply = post.replyLine.map { "\($0): " } ?? ""
        show("\(post.handle) · \(post.date) · #\(post.id)", "\(reply)\(post.text)".firstLine(atMost: 80))
      }
    }
  }
#endif
