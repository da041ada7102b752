#if canImport(SwiftUI)
  import Core
  import SwiftUI

  /// The timeline screen, with the posts that are not sent.
  public struct FeedView: View {
    private let store: FeedStore
    private let outbox: OutboxStore
    private let composer: Binding<FeedComposer?>

    /// Creates the view; it presents the composer while `composer` has a value, and sets it to `nil` on cancel.
    public init(store: FeedStore, outbox: OutboxStore, composer: Binding<FeedComposer?> = .constant(nil)) {
      self.store = store
      self.outbox = outbox
      self.composer = composer
    }

    /// The timeline, or the reason why there is none.
    public var body: some View {
      NavigationStack {
        VStack {
          TimelinePicker(store: store)
          UnsentPosts(state: outbox.state, actions: outbox, messages: outbox.messages)
          content
        }
        .navigationTitle(store.timelines.chosen?.post == nil ? store.messages.title : store.messages.thread)
        .toolbar {
          ToolbarItem(placement: .primaryAction) {
            if store.capabilities.contains(.posts) {
              Button(store.messages.compose, systemImage: "square.and.pencil") { store.compose() }
            }
          }
        }
      }
      .task { await store.load() }
      .sheet(item: composer) { composer in
        FeedForm(store: outbox, composer: composer) { self.composer.wrappedValue = nil }
      }
      .noticeAlert(store.notice, messages: store.messages.common, dismiss: store.dismissNotice)
      .noticeAlert(
        composer.wrappedValue == nil ? outbox.notice : nil, messages: outbox.messages.common,
        dismiss: outbox.dismissNotice)
    }

    @ViewBuilder private var content: some View {
      let common = store.messages.common
      switch store.state {
      case .idle, .loading:
        ProgressView(common.loading)
      case .loaded(let content):
        PostListView(store: store, content: content)
      case .empty(let content):
        Text(store.messages.empty)
        RefreshButton(store: store, content: content)
      case .notAuthorized:
        MessageView(common.notAuthorized, button: store.messages.signIn, action: store.showSignIn)
      case .error(let text):
        MessageView(text, isError: true, button: common.retry, action: store.load)
      }
    }
  }

  /// The posts that are not sent; shown in every state, because they belong to the user and not to a timeline.
  private struct UnsentPosts: View {
    let state: OutboxState
    let actions: any OutboxActions
    let messages: FeedMessages
    @State private var discarded: PostDraft.ID?

    var body: some View {
      if !state.unsent.isEmpty {
        VStack(alignment: .leading) {
          Text(messages.unsent).font(.headline).accessibilityAddTraits(.isHeader)
          ForEach(state.unsent) { post in
            Text(post.draft.text).lineLimit(2)
            if let failure = post.failure, post.progress == .waiting {
              Text(messages.text(for: failure, doing: .post)).font(.caption).foregroundStyle(.secondary)
            }
            HStack {
              LoadingButton(
                messages.common.retry, progress: messages.common.loading, isLoading: post.progress != .waiting
              ) {
                await actions.retry(draft: post.id)
              }
              Button(messages.discard, role: .destructive) { discarded = post.id }
                .disabled(post.progress == .sending)
            }
          }
        }
        .padding()
        .confirmationDialog(messages.discardQuestion, item: $discarded, cancel: messages.common.cancel) { id in
          Button(messages.discard, role: .destructive) {
            Task { await actions.discard(draft: id) }
          }
        }
      }
    }
  }

  extension View {
    /// Asks before something is done with an item.
    fileprivate func confirmationDialog<Item: Sendable>(
      _ question: String, item: Binding<Item?>, cancel: String, @ViewBuilder actions: (Item) -> some View
    ) -> some View {
      let isPresented = Binding {
        item.wrappedValue != nil
      } set: { @MainActor isPresented in
        if !isPresented { item.wrappedValue = nil }
      }
      return confirmationDialog(question, isPresented: isPresented, titleVisibility: .visible) {
        if let item = item.wrappedValue { actions(item) }
        Button(cancel, role: .cancel) {}
      }
    }
  }

  /// The choice of a timeline; shown in every state, so that a timeline that cannot be read can be left.
  private struct TimelinePicker: View {
    let store: FeedStore

    var body: some View {
      let choices = store.timelines.choices(messages: store.messages)
      if !choices.isEmpty {
        Picker(store.messages.title, selection: chosen) {
          ForEach(choices, id: \.id) { choice in
            Text(choice.title).tag(choice.id)
          }
        }
      }
    }

    private var chosen: Binding<Timeline.ID?> {
      let chosen = store.timelines.chosen
      return Binding {
        chosen
      } set: { @MainActor timeline in
        guard timeline != chosen else { return }
        Task { await store.select(timeline: timeline) }
      }
    }
  }

  private struct RefreshButton: View {
    let store: FeedStore
    let content: FeedContent

    var body: some View {
      LoadingButton(
        store.messages.refresh, progress: store.messages.common.loading,
        isLoading: content.reading == .refreshing, action: store.refresh)
    }
  }

  private struct PostListView: View {
    let store: FeedStore
    let content: FeedContent
    @State private var deleted: Post.ID?

    var body: some View {
      ScrollViewReader { scroll in
        VStack {
          if let first = content.unread.first {
            Button(messages.newPostsLine(content.unread.count)) {
              scroll.scrollTo(first, anchor: .top)
              store.markRead()
            }
          }
          list
            .refreshable { await store.refresh() }
            .onChange(of: Top(first: content.posts.first?.id, unread: content.unread.count)) { before, now in
              // After a refresh, the list would stay at its top, above what the user was reading.
              if now.unread > before.unread { scroll.scrollTo(before.first, anchor: .top) }
            }
            .onAppear {
              // A thread begins with what the post answers.
              if let post { scroll.scrollTo(post, anchor: .top) }
            }
            .onChange(of: post) { before, now in
              // Back from a thread, the reader is where its post is.
              if let before, now == nil { scroll.scrollTo(before, anchor: .center) }
            }
        }
      }
      .confirmationDialog(messages.deleteQuestion, item: $deleted, cancel: messages.common.cancel) { id in
        Button(messages.delete, role: .destructive) {
          Task { await store.react(.delete, to: id) }
        }
      }
    }

    private var list: some View {
      List {
        Section {
          RefreshButton(store: store, content: content)
          HintText(content.keptAt.map(messages.keptLine))
          HintText(messages.waitingLine(store.waitingReactions.count))
        }
        Section {
          ForEach(RowPositions(posts: content.posts)) { position in
            PostRowView(row: content.row(at: position.index, messages: messages), store: store)
              .listRowBackground(position.id == post ? Color.accentColor.opacity(0.12) : nil)
              .swipeAction(messages.delete, isShown: store.isDeleteOffered(for: content.posts[position.index])) {
                deleted = position.id
              }
          }
          if content.hasMore {
            LoadingButton(
              messages.loadMore, progress: messages.common.loading, isLoading: content.reading == .loadingMore,
              action: store.loadMore
            )
            .disabled(content.reading == .refreshing)
            .task(id: content.nextCursor) {
              if content.loadsMoreAutomatically { await store.loadMore() }
            }
          } else {
            Text(messages.end).font(.footnote).foregroundStyle(.secondary)
          }
        }
      }
    }

    private var messages: FeedMessages { store.messages }

    /// The post whose thread is shown.
    private var post: Post.ID? { store.timelines.chosen?.post }
  }

  /// What changes at the top of the list.
  private struct Top: Equatable {
    let first: Post.ID?
    let unread: Int
  }

  private struct PostRowView: View {
    let row: PostRow
    let store: FeedStore

    private var actions: any FeedActions { store }
    private var messages: FeedMessages { store.messages }
    private var isThreadOffered: Bool { store.capabilities.contains(.threads) }
    private var isChosen: Bool { store.timelines.chosen == .thread(of: row.id) }

    var body: some View {
      VStack(alignment: .leading) {
        VStack(alignment: .leading) {
          if let line = row.replyLine {
            Text(line).font(.caption).foregroundStyle(.secondary)
          }
          Text(row.authorName).font(.headline)
          Text(row.handle).font(.subheadline).foregroundStyle(.secondary)
          Text(row.text)
          if !isThreadOffered {
            Text(row.date).font(.caption).foregroundStyle(.secondary)
          }
        }
        .accessibilityElement(children: .combine)
        .accessibilityAddTraits(isChosen ? .isSelected : [])
        if isThreadOffered {
          Button(row.date) {
            Task { await actions.select(timeline: .thread(of: row.id)) }
          }
          .font(.caption)
          .buttonStyle(.borderless)
        }
        HStack {
          if store.capabilities.contains(.replies) {
            Button(messages.replyButton) { actions.compose(replyTo: row.id) }
              .accessibilityLabel(Text(verbatim: "\(messages.replyButton) \(row.handle)"))
          }
          if store.capabilities.contains(.likes) {
            Button("\(row.post.likes)", systemImage: row.post.isLiked ? "heart.fill" : "heart") {
              Task { await actions.react(row.post.isLiked ? .unlike : .like, to: row.id) }
            }
            .accessibilityLabel(row.post.isLiked ? messages.unlike : messages.like)
            .accessibilityValue(messages.likes.replacing("%@", with: "\(row.post.likes)"))
            .accessibilityAddTraits(row.post.isLiked ? .isSelected : [])
          }
        }
        .buttonStyle(.borderless)
      }
    }
  }

  /// The positions of the posts, identified by post: a row is created when it appears, not for the whole timeline.
  private struct RowPositions: RandomAccessCollection {
    struct Position: Identifiable {
      let id: Post.ID
      let index: Int
    }

    let posts: PostList

    var startIndex: Int { posts.startIndex }
    var endIndex: Int { posts.endIndex }

    subscript(position: Int) -> Position { Position(id: posts[position].id, index: position) }
  }

  /// The composer.
  struct FeedForm: View {
    private let store: OutboxStore
    private let actions: any OutboxActions
    private let composer: FeedComposer
    private let cancel: @MainActor () -> Void
    @Environment(\.scenePhase) private var phase

    init(store: OutboxStore, composer: FeedComposer, cancel: @escaping @MainActor () -> Void) {
      self.store = store
      actions = store
      self.composer = composer
      self.cancel = cancel
    }

    var body: some View {
      NavigationStack {
        Form {
          if let line = composer.replyLine(messages: messages) {
            Text(line).foregroundStyle(.secondary)
          }
          TextField(messages.compose, text: input, axis: .vertical)
            .lineLimit(3...)
        }
        .navigationTitle(composer.replyTo == nil ? messages.compose : messages.replyButton)
        .toolbar {
          ToolbarItem(placement: .cancellationAction) {
            Button(messages.common.cancel, action: cancel)
          }
          ToolbarItem(placement: .confirmationAction) {
            Button(messages.send) {
              // Read when it is sent: of another user, who may have signed in meanwhile, the text is another one.
              Task { await actions.post(text: text, replyTo: composer.replyTo) }
            }
          }
        }
      }
      .task(id: text) {
        // The sleep is cancelled when the user types on.
        guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
        await actions.keep()
      }
      .onChange(of: phase) {
        if phase != .active { Task { await actions.keep() } }
      }
      .onDisappear { Task { await actions.keep() } }
      .noticeAlert(store.notice, messages: messages.common, dismiss: store.dismissNotice)
    }

    private var messages: FeedMessages { store.messages }

    private var text: String { store.state.text(replyTo: composer.replyTo) }

    private var input: Binding<String> {
      Binding { @MainActor in
        text
      } set: { @MainActor text in
        actions.compose(text: text, replyTo: composer.replyTo)
      }
    }
  }
#endif
