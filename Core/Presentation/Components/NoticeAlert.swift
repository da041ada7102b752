#if canImport(SwiftUI)
  import SwiftUI

  extension View {
    /// Tells the notice of a Store as an alert.
    ///
    /// - Parameters:
    ///   - notice: What is told, or `nil`.
    ///   - dismiss: Clears the notice.
    /// - Returns: The view with the alert.
    public func noticeAlert(_ notice: Notice?, dismiss: @escaping @MainActor () -> Void) -> some View {
      modifier(NoticeAlert(notice: notice, cancel: nil, dismiss: dismiss, confirm: {}))
    }

    /// Tells the notice of a Store as an alert whose button begins something, with another one that does not.
    ///
    /// - Parameters:
    ///   - notice: What is told, or `nil`.
    ///   - cancel: The label of the button that begins nothing; `nil` leaves it out.
    ///   - dismiss: Clears the notice.
    ///   - confirm: What the notice's own button begins.
    /// - Returns: The view with the alert.
    public func noticeAlert(
      _ notice: Notice?, cancel: String?, dismiss: @escaping @MainActor () -> Void,
      confirm: @escaping @MainActor () async -> Void
    ) -> some View {
      modifier(NoticeAlert(notice: notice, cancel: cancel, dismiss: dismiss, confirm: confirm))
    }
  }

  private struct NoticeAlert: ViewModifier {
    let notice: Notice?
    let cancel: String?
    let dismiss: @MainActor () -> Void
    let confirm: @MainActor () async -> Void

    func body(content: Content) -> some View {
      content.alert(notice?.title ?? "", isPresented: isPresented, presenting: notice) { notice in
        Button(notice.button) {
          Task { await confirm() }
        }
        if let cancel {
          Button(cancel, role: .cancel) {}
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
