#if canImport(SwiftUI)
  import Core
  import SwiftUI

  /// The chosen timeline, as in the article "Clean Architecture and its derivatives".
  ///
  /// A button that opens the composer asks the Store, whose Route the root performs: by giving this view a composer.
  public struct FeedView: View {
    private let store: FeedStore
    private let messages: FeedMessages
    private let composer: Binding<FeedComposer?>

    /// Makes the view.
    ///
    /// - Parameters:
    ///   - store: The chosen timeline.
    ///   - messages: The texts, and how dates are written.
    ///   - composer: What the composer is open for; the view sets it to `nil` when it closes.
    public init(
      store: FeedStore, messages: FeedMessages = .japanese, composer: Binding<FeedComposer?> = .constant(nil)
    ) {
      self.store = store
      self.messages = messages
      self.composer = composer
    }

    /// The posts, or why there are none, under a title and the buttons.
    public var body: some View {
      NavigationStack {
        ZStack { content }
          .navigationTitle(messages.title)
          .toolbar {
            ToolbarItem(placement: .primaryAction) {
              Button(messages.compose, systemImage: "square.and.pencil") { store.compose() }
            }
          }
      }
      .task { await store.load() }
      .sheet(item: composer) { composer in
        FeedForm(store: store, messages: messages, composer: composer) { self.composer.wrappedValue = nil }
      }
      .noticeAlert(composer.wrappedValue == nil ? store.notice : nil, dismiss: store.dismissNotice)
    }

    @ViewBuilder private var content: some View {
      switch store.state {
      case .idle, .loading:
        ProgressView(messages.loading)
      case .loaded(let content):
        FeedContentView(store: store, messages: messages, content: content)
      case .empty(let timelines):
        VStack {
          FeedTimelinePicker(store: store, messages: messages, timelines: timelines)
          MessageView(messages.empty, button: messages.refresh, action: store.refresh)
        }
      case .notAuthorized:
        // The Store asks for the sign-in screen where the server still refuses.
        MessageView(messages.notAuthorized, button: messages.signIn, action: store.load)
      case .error(let text):
        MessageView(text, isError: true, button: messages.retry, action: store.load)
      }
    }
  }
#endif
