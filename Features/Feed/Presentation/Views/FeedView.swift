#if canImport(SwiftUI)
  import Core
  import SwiftUI

  /// The timeline screen.
  public struct FeedView: View {
    private let store: FeedStore
    private let composer: Binding<FeedComposer?>

    /// Creates the view; it presents the composer while `composer` has a value, and sets it to `nil` on cancel.
    public init(store: FeedStore, composer: Binding<FeedComposer?> = .constant(nil)) {
      self.store = store
      self.composer = composer
    }

    /// The timeline, or the reason why there is none.
    public var body: some View {
      NavigationStack {
        VStack {
          TimelinePicker(store: store)
          content
        }
        .navigationTitle(store.messages.title)
        .toolbar {
          ToolbarItem(placement: .primaryAction) {
            Button(store.messages.compose, systemImage: "square.and.pencil") { store.compose() }
          }
        }
      }
      .task { await store.load() }
      .sheet(item: composer) { composer in
        FeedForm(store: store, composer: composer) { self.composer.wrappedValue = nil }
      }
      .noticeAlert(
        composer.wrappedValue == nil ? store.notice : nil, messages: store.messages.common,
        dismiss: store.dismissNotice)
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

  /// The choice of a timeline; shown in every state, so that a timeline that cannot be read can be left.
  private struct TimelinePicker: View {
    let store: FeedStore

    var body: some View {
      let timelines = store.timelines
      if !timelines.all.isEmpty || timelines.chosen != nil {
        Picker(store.messages.title, selection: chosen) {
          Text(store.messages.home).tag(Timeline.ID?.none)
          if let chosen = timelines.chosen, timelines.chosenTitle == nil {
            Text(chosen).tag(Optional(chosen))
          }
          ForEach(timelines.all) { timeline in
            Text(timeline.title).tag(Optional(timeline.id))
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
        isLoading: content.reading == .refreshing || content.isPosting, action: store.refresh)
    }
  }

  private struct PostListView: View {
    let store: FeedStore
    let content: FeedContent

    var body: some View {
      List {
        Section {
          RefreshButton(store: store, content: content)
        }
        Section {
          ForEach(RowPositions(posts: content.posts)) { position in
            PostRowView(row: content.row(at: position.index, messages: messages), messages: messages) {
              store.compose(replyTo: position.id)
            }
          }
          if content.hasMore {
            LoadingButton(
              messages.loadMore, progress: messages.common.loading, isLoading: content.reading == .loadingMore,
              action: store.loadMore
            )
            .disabled(content.reading == .refreshing || content.isPosting)
            .task(id: content.nextCursor) {
              if content.loadsMoreAutomatically { await store.loadMore() }
            }
          }
        }
      }
      .refreshable { await store.refresh() }
    }

    private var messages: FeedMessages { store.messages }
  }

  private struct PostRowView: View {
    let row: PostRow
    let messages: FeedMessages
    let reply: @MainActor () -> Void

    var body: some View {
      VStack(alignment: .leading) {
        VStack(alignment: .leading) {
          if let line = row.replyLine {
            Text(line).font(.caption).foregroundStyle(.secondary)
          }
          Text(row.authorName).font(.headline)
          Text(row.handle).font(.subheadline).foregroundStyle(.secondary)
          Text(row.text)
          Text(row.date).font(.caption).foregroundStyle(.secondary)
        }
        .accessibilityElement(children: .combine)
        Button(messages.replyButton, action: reply)
          .buttonStyle(.borderless)
          .accessibilityLabel(Text(verbatim: "\(messages.replyButton) \(row.handle)"))
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
    private let store: FeedStore
    private let composer: FeedComposer
    private let cancel: @MainActor () -> Void
    @State private var text = ""

    init(store: FeedStore, composer: FeedComposer, cancel: @escaping @MainActor () -> Void) {
      self.store = store
      self.composer = composer
      self.cancel = cancel
    }

    var body: some View {
      NavigationStack {
        Form {
          if let line = composer.replyLine(messages: messages) {
            Text(line).foregroundStyle(.secondary)
          }
          TextField(messages.compose, text: $text, axis: .vertical)
            .lineLimit(3...)
            .disabled(isBusy)
        }
        .navigationTitle(composer.replyTo == nil ? messages.compose : messages.replyButton)
        .toolbar {
          ToolbarItem(placement: .cancellationAction) {
            Button(messages.common.cancel, action: cancel)
          }
          ToolbarItem(placement: .confirmationAction) {
            LoadingButton(messages.send, progress: messages.common.loading, isLoading: isBusy) {
              await store.post(text: text, replyTo: composer.replyTo)
            }
          }
        }
      }
      .onAppear {
        if let draft = store.draft, draft.replyTo == composer.replyTo { text = draft.text }
      }
      .noticeAlert(store.notice, messages: messages.common, dismiss: store.dismissNotice)
    }

    private var messages: FeedMessages { store.messages }

    /// Whether the Store would ignore a post.
    private var isBusy: Bool { store.state == .loading || store.state.content?.isPosting == true }
  }
#endif
