#if canImport(SwiftUI)
  import SwiftUI

  /// A button that shows a progress indicator in its place while its action runs.
  public struct LoadingButton: View {
    private let title: String
    private let progress: String
    private let role: ButtonRole?
    private let isLoading: Bool
    private let action: @MainActor () async -> Void

    /// Creates a button; `progress` is the accessibility label of the progress indicator.
    ///
    /// The action continues when the button disappears.
    public init(
      _ title: String, progress: String, role: ButtonRole? = nil, isLoading: Bool,
      action: @escaping @MainActor () async -> Void
    ) {
      self.title = title
      self.progress = progress
      self.role = role
      self.isLoading = isLoading
      self.action = action
    }

    /// The button or the progress indicator.
    public var body: some View {
      // One view in both cases, so that a task attached to it is not restarted with each change.
      ZStack {
        if isLoading {
          ProgressView()
            .accessibilityLabel(progress)
        } else {
          Button(title, role: role) {
            Task { await action() }
          }
        }
      }
    }
  }
#endif
