#if canImport(SwiftUI)
  import SwiftUI

  extension View {
    /// Presents the notice of a Store as an alert.
    ///
    /// The button of a notice with the action `retry` calls `retry`, beside a button that only dismisses.
    public func noticeAlert(
      _ notice: Notice?, messages: CommonMessages, dismiss: @escaping @MainActor () -> Void,
      retry: @escaping @MainActor () async -> Void = {}
    ) -> some View {
      modifier(NoticeAlert(notice: notice, messages: messages, dismiss: dismiss, retry: retry))
    }
  }

  private struct NoticeAlert: ViewModifier {
    let notice: Notice?
    let messages: CommonMessages
    let dismiss: @MainActor () -> Void
    let retry: @MainActor () async -> Void

    func body(content: Content) -> some View {
      content.alert(notice?.title ?? "", isPresented: isPresented, presenting: notice) { notice in
        switch notice.action {
        case .dismiss:
          Button(notice.button) {}
        case .retry:
          Button(notice.button) {
            Task { await retry() }
          }
          Button(messages.cancel, role: .cancel) {}
        }
      } message: { notice in
        Text(notice.text)
      }
    }

    private var isPresented: Binding<Bool> {
      Binding {
        notice != nil
      } set: { @MainActor isPresented in
        if !isPresented { dismiss() }
      }
    }
  }
#endif
