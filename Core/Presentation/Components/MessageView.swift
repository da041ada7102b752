#if canImport(SwiftUI)
  import SwiftUI

  /// A text in place of a screen's content, with a button that leads on.
  public struct MessageView: View {
    private let text: String
    private let isError: Bool
    private let button: String
    private let action: @MainActor () async -> Void

    /// Makes the view.
    ///
    /// - Parameters:
    ///   - text: What there is to say.
    ///   - isError: Whether it says what went wrong.
    ///   - button: The label of the button.
    ///   - action: What the button begins. It goes on when the view is gone.
    public init(_ text: String, isError: Bool = false, button: String, action: @escaping @MainActor () async -> Void) {
      self.text = text
      self.isError = isError
      self.button = button
      self.action = action
    }

    /// The text above the button.
    public var body: some View {
      VStack {
        if isError {
          ErrorText(text)
        } else {
          Text(text)
        }
        Button(button) {
          Task { await action() }
        }
      }
      .multilineTextAlignment(.center)
      .padding()
    }
  }
#endif
