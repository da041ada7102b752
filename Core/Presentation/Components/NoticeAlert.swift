#if canImport(SwiftUI)
  import SwiftUI

  extension View {
    /// Tells the notice of a Store as an alert.
    ///
    /// - Parameters:
    ///   - notice: What is told, or `nil`.
    ///   - dismiss: Clears the notice.
    ///   - cancel: The label of a second button, which begins nothing. It is there only where the first begins something.
    ///   - confirm: What the notice's own button begins, where it does more than dismiss.
    /// - Returns: The view with the alert.
    public func noticeAlert(
      _ notice: Notice?, dismiss: @escaping @MainActor () -> Void, cancel: String = "",
      confirm: (@MainActor () async -> Void)? = nil
    ) -> some View {
      modifier(NoticeAlert(notice: notice, dismiss: dismiss, cancel: cancel, confirm: confirm))
    }
  }

  private struct NoticeAlert: ViewModifier {
    let notice: Notice?
    let dismiss: @MainActor () -> Void
    let cancel: String
    let confirm: (@MainActor () async -> Void)?

    func body(content: Content) -> some View {
      content.alert(notice?.title ?? "", isPresented: isPresented, presenting: notice) { notice in
        if let confirm {
          Button(notice.button) {
            Task { await confirm() }
          }
          Button(cancel, role: .cancel) {}
        } else {
          Button(notice.button) {}
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
