#if canImport(SwiftUI)
  import SwiftUI

  /// A button that gives way to a progress indicator while what it began goes on.
  public struct LoadingButton: View {
    private let title: String
    private let progress: String
    private let role: ButtonRole?
    private let isLoading: Bool
    private let action: @MainActor () async -> Void

    /// Makes a button.
    ///
    /// - Parameters:
    ///   - title: The label of the button.
    ///   - progress: What a screen reader says of the progress indicator.
    ///   - role: What kind of button it is.
    ///   - isLoading: Whether the progress indicator is shown.
    ///   - action: What the button begins. It goes on when the button is gone.
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

    /// The button, or the progress indicator.
    public var body: some View {
      // One view whichever of the two it shows, so that a task which belongs to it is not begun anew with each change.
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
