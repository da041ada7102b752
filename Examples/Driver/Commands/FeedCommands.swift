#if Driver
  import ArgumentParser
  import Core
  import ExampleApp
  import Feed

  extension Grammar {
    private static let post = "ID is an identifier, or @ and a position on the timeline: @1 is the newest post."
    private static let draft = "DRAFT is the number of the unsent post, from 1, the oldest."

    static let feed = [
      ScriptCommand("feed load", "Loads the home timeline.") { player in
        await player.feed.load()
        player.showPosts()
        player.showUnsentPosts()
      },
      ScriptCommand("feed refresh", "Loads the newest posts again.") { player in
        await player.feed.refresh()
        player.showPosts()
        player.showUnsentPosts()
      },
      ScriptCommand("feed more", "Loads older posts.") { player in
        let count = player.root.feed.state.postCount
        await player.feed.loadMore()
        player.showPosts(from: count)
      },
      ScriptCommand(
        "feed timeline [ID]", "Loads a timeline; without ID the home one.",
        discussion: "ID is an identifier, or the title of a timeline to choose from."
      ) { (player, choice: TimelineChoice) in
        let known = player.root.feed.timelines.all
        let timeline =
          choice.id.flatMap { id in known.first { $0.id == .list(id) } } ?? known.first { $0.title == choice.id }
        await player.feed.select(timeline: timeline?.id ?? choice.id.map(Timeline.ID.list))
        player.showPosts()
      },
      ScriptCommand(
        "feed thread ID", "Loads the thread of a post.", discussion: post,
        isOffered: { $0.feed.capabilities.contains(.threads) }
      ) {
        (player, choice: PostChoice) async throws(ScriptError) in
        let id = try choice.post.id(in: player)
        await player.feed.select(timeline: .thread(of: id))
        guard player.root.feed.timelines.chosen?.post == id else { return }
        player.showPosts(from: player.root.feed.state.content?.posts.firstIndex { $0.id == id } ?? 0)
      },
      ScriptCommand(
        "feed draft \"TEXT\" [--reply-to ID]", "Keeps what is written in the composer.", discussion: post
      ) {
        (player, post: NewPost) async throws(ScriptError) in
        player.outbox.compose(text: post.text, replyTo: try post.reply.id(in: player))
        await player.outbox.keep()
      },
      ScriptCommand(
        "feed post \"TEXT\" [--reply-to ID] [--key KEY]", "Sends a post.",
        discussion: post + " Posts with one KEY and one text are one post."
      ) {
        (player, post: NewPost) async throws(ScriptError) in
        let replyTo = try post.reply.id(in: player)
        guard player.offersComposer(replyTo: replyTo) else { return }
        await player.outbox.post(text: post.text, replyTo: replyTo, key: post.key)
        player.showPosts(atMost: 1)
        player.showUnsentPosts()
      },
      ScriptCommand("feed retry DRAFT", "Sends an unsent post again.", discussion: draft) {
        (player, unsent: UnsentPostNumber) async throws(ScriptError) in
        await player.outbox.retry(draft: try unsent.id(in: player))
        player.showPosts(atMost: 1)
        player.showUnsentPosts()
      },
      ScriptCommand("feed discard DRAFT", "Discards an unsent post.", discussion: draft) {
        (player, unsent: UnsentPostNumber) async throws(ScriptError) in
        await player.outbox.discard(draft: try unsent.id(in: player))
        player.showUnsentPosts()
      },
      ScriptCommand(
        "feed like ID", "Likes a post.", discussion: post,
        isOffered: { $0.feed.capabilities.contains(.likes) }
      ) {
        (player, choice: PostChoice) async throws(ScriptError) in
        let id = try choice.post.shownID(in: player)
        await player.feed.react(.like, to: id)
        player.showPost(id)
      },
      ScriptCommand(
        "feed unlike ID", "Takes back a like.", discussion: post,
        isOffered: { $0.feed.capabilities.contains(.likes) }
      ) {
        (player, choice: PostChoice) async throws(ScriptError) in
        let id = try choice.post.shownID(in: player)
        await player.feed.react(.unlike, to: id)
        player.showPost(id)
      },
      ScriptCommand(
        "feed delete ID", "Deletes a post of the user.", discussion: post,
        isOffered: { $0.feed.capabilities.contains(.deletions) }
      ) {
        (player, choice: PostChoice) async throws(ScriptError) in
        await player.feed.react(.delete, to: try choice.post.shownID(in: player))
      },
      ScriptCommand("feed compose [--reply-to ID]", "Opens the composer.", discussion: post) {
        (player, reply: Reply) async throws(ScriptError) in
        let replyTo = try reply.id(in: player)
        if player.offersComposer(replyTo: replyTo) { player.feed.compose(replyTo: replyTo) }
      },
      ScriptCommand("feed read", "Marks the new posts as read.") { $0.feed.markRead() },
      ScriptCommand(
        "feed dismiss", "Dismisses the notices of Feed and of the outbox.", withoutResult: ScriptCommand.dismissed
      ) { player in
        player.feed.dismissNotice()
        player.outbox.dismissNotice()
      },
    ]
  }

  private struct TimelineChoice: ParsableArguments, Sendable {
    @Argument var id: String?
  }

  private struct PostChoice: ParsableArguments, Sendable {
    @Argument var post: PostReference
  }

  private struct NewPost: ParsableArguments, Sendable {
    @Argument var text: String
    @OptionGroup var reply: Reply
    @Option var key: String?
  }

  private struct Reply: ParsableArguments, Sendable {
    @Option var replyTo: PostReference?

    @MainActor
    func id(in player: Player) throws(ScriptError) -> Post.ID? { try replyTo?.id(in: player) }
  }

  private struct UnsentPostNumber: ParsableArguments, Sendable {
    @Argument var draft: Int

    /// The identifier; throws where there is no unsent post of the number.
    @MainActor
    func id(in player: Player) throws(ScriptError) -> PostDraft.ID {
      let unsent = player.root.outbox.state.unsent
      guard unsent.indices.contains(draft - 1) else {
        throw ScriptError("There is no unsent post \(draft). Unsent: \(unsent.count).", kind: .failed)
      }
      return unsent[draft - 1].id
    }
  }

  /// A post in a line: its identifier, or `@` and its position on the timeline, from 1.
  ///
  /// A script for several servers uses positions, because each server has identifiers of its own.
  struct PostReference: ExpressibleByArgument, Sendable {
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
        throw unknown(in: player)
      }
      return posts[position - 1].id
    }

    /// The identifier; throws where the timeline does not show the post.
    @MainActor
    func shownID(in player: Player) throws(ScriptError) -> Post.ID {
      let id = try id(in: player)
      guard player.root.feed.state.content?.posts.contains(where: { $0.id == id }) == true else {
        throw unknown(in: player)
      }
      return id
    }

    @MainActor
    private func unknown(in player: Player) -> ScriptError {
      ScriptError(
        "There is no post \(text.printable(maximumCharacters: 40)). "
          + "Posts on the timeline: \(player.root.feed.state.postCount).", kind: .failed)
    }
  }

  extension Player {
    /// Returns whether the server offers posts or, where a post is named, replies; shows that it does not.
    fileprivate func offersComposer(replyTo: Post.ID?) -> Bool {
      let isOffered = root.feed.capabilities.contains(.composer(replyTo: replyTo))
      if !isOffered { showNotOffered() }
      return isOffered
    }

    /// Shows the first posts from a position on.
    fileprivate func showPosts(from first: Int = 0, atMost count: Int = 3) {
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
      let heart = row.post.isLiked ? "♥" : "♡"
      show("\(row.handle) · \(row.date) · #\(row.id) · \(heart)\(row.post.likes)", ["\(reply)\(text)".cut(to: 80)])
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
  }
#endif
