#if canImport(SwiftUI)
  import Core
  import SwiftUI

  /// The profile of whoever is signed in, as in the article "CleanArchitecture".
  public struct MyPageView: View {
    private let store: MyPageStore
    private let messages: MyPageMessages

    /// Makes the view.
    ///
    /// - Parameters:
    ///   - store: The profile.
    ///   - messages: The texts, and how dates are written.
    public init(store: MyPageStore, messages: MyPageMessages = .japanese) {
      self.store = store
      self.messages = messages
    }

    /// The form or the profile, or why there is neither, under a title.
    public var body: some View {
      NavigationStack {
        ZStack { content }
          .navigationTitle(title)
      }
      .task { await store.load() }
      .noticeAlert(
        store.notice, dismiss: store.dismissNotice, cancel: messages.cancel,
        confirm: isRetryOffered ? store.load : nil)
    }

    @ViewBuilder private var content: some View {
      switch store.state {
      case .idle, .loading:
        ProgressView(messages.loading)
      case .loaded(let content):
        MyPageContentView(store: store, messages: messages, content: content)
      case .error(let text):
        MessageView(text, isError: true, button: messages.retry, action: store.load)
      }
    }

    private var title: String {
      store.state.content?.isRegisterOffered == true ? messages.formTitle : messages.title
    }

    /// Whether the notice's button tries again.
    private var isRetryOffered: Bool { store.notice?.button == messages.retry }
  }
#endif
