#if canImport(SwiftUI)
  import Core
  import SwiftUI

  /// The posts of the chosen timeline, with more of them at the end.
  struct FeedContentView: View {
    let store: FeedStore
    let messages: FeedMessages
    let content: FeedContent

    var body: some View {
      List {
        Section {
          FeedTimelinePicker(store: store, messages: messages, timelines: content.timelines)
          LoadingButton(
            messages.refresh, progress: messages.loading, isLoading: content.activity.isOfTheWhole,
            action: store.refresh)
        }
        Section {
          ForEach(FeedRows(posts: content.posts)) { row in
            FeedRowView(post: content.row(at: row.index, messages: messages), messages: messages) {
              store.compose(replyTo: row.id)
            }
          }
          if content.hasMore {
            LoadingButton(
              messages.loadMore, progress: messages.loading, isLoading: content.activity == .loadingMore,
              action: store.loadMore
            )
            .task(id: content.nextMaxID) { await store.loadMore() }
          }
        }
      }
      .refreshable { await store.refresh() }
    }
  }

  /// Where the reader chooses a timeline.
  struct FeedTimelinePicker: View {
    let store: FeedStore
    let messages: FeedMessages
    let timelines: TimelineSelection

    var body: some View {
      Picker(messages.title, selection: chosen) {
        ForEach(timelines.all) { timeline in
          Text(timeline.title).tag(Optional(timeline.id))
        }
      }
    }

    private var chosen: Binding<Timeline.ID?> {
      Binding {
        timelines.chosen?.id
      } set: { @MainActor id in
        guard let id, id != timelines.chosen?.id else { return }
        Task { await store.select(timeline: id) }
      }
    }
  }

  private struct FeedRowView: View {
    let post: PostRow
    let messages: FeedMessages
    let reply: @MainActor () -> Void

    var body: some View {
      VStack(alignment: .leading) {
        VStack(alignment: .leading) {
          if let line = post.replyLine {
            Text(line).font(.caption).foregroundStyle(.secondary)
          }
          Text(post.authorName).font(.headline)
          Text(post.handle).font(.subheadline).foregroundStyle(.secondary)
          Text(post.text)
          Text(post.date).font(.caption).foregroundStyle(.secondary)
        }
        .accessibilityElement(children: .combine)
        Button(messages.replyButton, action: reply)
          .buttonStyle(.borderless)
          .accessibilityLabel(Text(verbatim: "\(messages.replyButton) \(post.handle)"))
      }
    }
  }

  /// The positions of posts, each known by its post: what a row shows is made when the row appears, and not before.
  private struct FeedRows: RandomAccessCollection {
    struct Row: Identifiable {
      let id: Post.ID
      let index: Int
    }

    let posts: PostList

    var startIndex: Int { posts.startIndex }
    var endIndex: Int { posts.endIndex }

    subscript(position: Int) -> Row { Row(id: posts[position].id, index: position) }
  }

  extension FeedActivity {
    /// Whether what goes on concerns all that is shown.
    fileprivate var isOfTheWhole: Bool {
      switch self {
      case .refreshing, .posting: true
      case .none, .loadingMore: false
      }
    }
  }
#endif
