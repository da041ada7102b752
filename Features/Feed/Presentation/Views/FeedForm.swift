#if canImport(SwiftUI)
  import Core
  import SwiftUI

  /// The composer: a post, or an answer to one.
  struct FeedForm: View {
    private let store: FeedStore
    private let messages: FeedMessages
    private let composer: FeedComposer
    private let close: @MainActor () -> Void
    @State private var text = ""

    init(store: FeedStore, messages: FeedMessages, composer: FeedComposer, close: @escaping @MainActor () -> Void) {
      self.store = store
      self.messages = messages
      self.composer = composer
      self.close = close
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
            Button(messages.cancel, action: close)
          }
          ToolbarItem(placement: .confirmationAction) {
            LoadingButton(messages.send, progress: messages.loading, isLoading: isBusy, action: send)
          }
        }
      }
      .onAppear(perform: takeUpDraft)
      .noticeAlert(store.notice, dismiss: store.dismissNotice)
    }

    /// Whether the Store would ignore a post.
    private var isBusy: Bool { store.state == .loading || store.state.activity == .posting }

    private func takeUpDraft() {
      guard let draft = store.draft, draft.replyTo == composer.replyTo else { return }
      text = draft.text
    }

    /// Sends the post and closes the composer, unless the text is still needed.
    private func send() async {
      await store.post(text: text, replyTo: composer.replyTo)
      if store.draft == nil, store.notice?.title != messages.postFailedTitle { close() }
    }
  }
#endif
