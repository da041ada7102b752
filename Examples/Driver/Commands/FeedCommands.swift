#if Driver
  import ArgumentParser
  import Core
  import ExampleApp
  import Feed

  extension Grammar {
    static let feed: [any ScriptCommand.Type] = [
      FeedLoadCommand.self, FeedRefreshCommand.self, FeedMoreCommand.self, FeedTimelineCommand.self,
      FeedPostCommand.self, FeedRetryCommand.self, FeedDiscardCommand.self, FeedLikeCommand.self,
      FeedUnlikeCommand.self, FeedDeleteCommand.self, FeedComposeCommand.self, FeedReadCommand.self,
      FeedDismissCommand.self,
    ]
  }

  struct FeedLoadCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "feed load", abstract: "Loads the home timeline.", usage: "feed load")

    func perform(in player: Player) async throws(ScriptError) {
      await player.outbox.load()
      await player.feed.load()
      player.showPosts(from: 0)
      player.showUnsentPosts()
    }
  }

  struct FeedRefreshCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "feed refresh", abstract: "Loads the newest posts again.", usage: "feed refresh")

    func perform(in player: Player) async throws(ScriptError) {
      await player.outbox.load()
      await player.feed.refresh()
      player.showPosts(from: 0)
      player.showUnsentPosts()
    }
  }

  struct FeedMoreCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "feed more", abstract: "Loads older posts.", usage: "feed more")

    func perform(in player: Player) async throws(ScriptError) {
      let count = player.root.feed.state.postCount
      await player.feed.loadMore()
      player.showPosts(from: count)
    }
  }

  struct FeedTimelineCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "feed timeline", abstract: "Loads a timeline; without ID the home one.",
      usage: "feed timeline [ID]", discussion: "ID is an identifier, or the title of a timeline to choose from.")

    @Argument var id: String?

    func perform(in player: Player) async throws(ScriptError) {
      let known = player.root.feed.timelines.all
      let timeline = known.first { $0.id == id } ?? known.first { $0.title == id }
      await player.feed.select(timeline: timeline?.id ?? id)
      player.showPosts(from: 0)
    }
  }

  struct FeedPostCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "feed post", abstract: "Sends a post.", usage: "feed post \"TEXT\" [--reply-to ID]")

    @Argument var text: String
    @Option var replyTo: PostReference?

    func perform(in player: Player) async throws(ScriptError) {
      await player.outbox.post(text: text, replyTo: try replyTo?.id(in: player))
      player.showPosts(from: 0, atMost: 1)
      player.showUnsentPosts()
    }
  }

  struct FeedRetryCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "feed retry", abstract: "Sends an unsent post again.", usage: "feed retry DRAFT",
      discussion: "DRAFT is the number of the unsent post, from 1, the oldest.")

    @Argument var draft: Int

    func perform(in player: Player) async throws(ScriptError) {
      await player.outbox.retry(draft: try player.unsentPost(draft))
      player.showPosts(from: 0, atMost: 1)
      player.showUnsentPosts()
    }
  }

  struct FeedDiscardCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "feed discard", abstract: "Discards an unsent post.", usage: "feed discard DRAFT",
      discussion: "DRAFT is the number of the unsent post, from 1, the oldest.")

    @Argument var draft: Int

    func perform(in player: Player) async throws(ScriptError) {
      await player.outbox.discard(draft: try player.unsentPost(draft))
      player.showUnsentPosts()
    }
  }

  struct FeedLikeCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "feed like", abstract: "Likes a post.", usage: "feed like ID",
      discussion: "ID is an identifier, or @ and a position on the timeline: @1 is the newest post.")

    @Argument var post: PostReference

    func perform(in player: Player) async throws(ScriptError) {
      let id = try post.id(in: player)
      await player.feed.like(post: id)
      player.showPost(id)
    }
  }

  struct FeedUnlikeCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "feed unlike", abstract: "Takes back a like.", usage: "feed unlike ID")

    @Argument var post: PostReference

    func perform(in player: Player) async throws(ScriptError) {
      let id = try post.id(in: player)
      await player.feed.unlike(post: id)
      player.showPost(id)
    }
  }

  struct FeedDeleteCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "feed delete", abstract: "Deletes a post of the user.", usage: "feed delete ID")

    @Argument var post: PostReference

    func perform(in player: Player) async throws(ScriptError) {
      await player.feed.delete(post: try post.id(in: player))
    }
  }

  struct FeedComposeCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "feed compose", abstract: "Opens the composer.", usage: "feed compose [--reply-to ID]")

    @Option var replyTo: PostReference?

    func perform(in player: Player) async throws(ScriptError) {
      player.feed.compose(replyTo: try replyTo?.id(in: player))
    }
  }

  struct FeedReadCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "feed read", abstract: "Marks the new posts as read.", usage: "feed read")

    func perform(in player: Player) async throws(ScriptError) {
      player.feed.markRead()
    }
  }

  struct FeedDismissCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "feed dismiss", abstract: "Dismisses the notices of Feed and of the outbox.", usage: "feed dismiss")

    func perform(in player: Player) async throws(ScriptError) {
      player.feed.dismissNotice()
      player.outbox.dismissNotice()
    }
  }

  /// A post in a line: its identifier, or `@` and its position on the timeline, from 1.
  ///
  /// A script for several servers uses positions, because each server has identifiers of its own.
  struct PostReference: ExpressibleByArgument {
    private let text: String

    init(argument: String) {
      text = argument
    }

    /// The identifier; throws where there is no post at the position.
    @MainActor
    func id(in player: Player) throws(ScriptError) -> Post.ID {
      guard text.hasPrefix("@") else { return text }
      let posts = player.root.feed.state.content?.posts
      guard let position = Int(text.dropFirst()), position > 0, let posts, position <= posts.count else {
        throw ScriptError(
          "There is no post \(text.printable(maximumCharacters: 40)). Posts on the timeline: \(posts?.count ?? 0).",
          kind: .failed)
      }
      return posts[position - 1].id
    }
  }

  extension Player {
    /// Shows the first posts from a position on.
    fileprivate func showPosts(from first: Int, atMost count: Int = 3) {
      guard case .loaded(let content) = root.feed.state else { return }
      for index in content.posts.indices.dropFirst(first).prefix(count) { showPost(at: index, content) }
    }

    /// Shows one post, where it is on the timeline.
    fileprivate func showPost(_ id: String) {
      guard let content = root.feed.state.content else { return }
      if let index = content.posts.firstIndex(where: { $0.id == id }) { showPost(at: index, content) }
    }

    private func showPost(at index: Int, _ content: FeedContent) {
      let row = content.row(at: index, messages: root.feed.messages)
      let reply = row.replyLine.map { "\($0): " } ?? ""
      let lines = row.text.split(whereSeparator: \.isNewline)
      let text = lines.count > 1 ? "\(lines[0]) …" : row.text
      let heart = row.isLiked ? "♥" : "♡"
      show("\(row.handle) · \(row.date) · #\(row.id) · \(heart)\(row.likes)", ["\(reply)\(text)".cut(to: 80)])
    }

    /// Shows the posts that are not sent, numbered from 1, and why.
    fileprivate func showUnsentPosts() {
      let (unsent, messages) = (root.outbox.state.unsent, root.outbox.messages)
      guard !unsent.isEmpty else { return }
      let lines = unsent.enumerated().map { offset, post in
        let reason = post.failure.map { " — \(messages.text(for: $0, doing: .post))" } ?? ""
        return "\(offset + 1). \(post.draft.text.cut(to: 80))\(reason)"
      }
      show(messages.unsent, lines)
    }

    /// The identifier of an unsent post by its number, from 1.
    fileprivate func unsentPost(_ number: Int) throws(ScriptError) -> PostDraft.ID {
      let unsent = root.outbox.state.unsent
      guard (1...max(1, unsent.count)).contains(number), !unsent.isEmpty else {
        throw ScriptError("There is no unsent post \(number). Unsent: \(unsent.count).", kind: .failed)
      }
      return unsent[number - 1].id
    }
  }
#endif
