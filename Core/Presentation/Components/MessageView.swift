#if canImport(SwiftUI)
  import SwiftUI

  /// A message in place of a screen's content, with a button that leads on.
  public struct MessageView: View {
    private let text: String
    private let isError: Bool
    private let button: String
    private let action: @MainActor () async -> Void

    /// Creates the view; the action continues when the view disappears.
    public init(_ text: String, isError: Bool = false, button: String, action: @escaping @MainActor () async -> Void) {
      self.text = text
      self.isError = isError
      self.button = button
      self.action = action
    }

    /// The message above the button.
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

  /// An error message in red.
  public struct ErrorText: View {
    private let text: String

    /// Creates the view.
    ///
    /// The message itself has to say that something failed: color alone does not.
    public init(_ text: String) {
      self.text = text
    }

    /// The message.
    public var body: some View {
      Text(text)
        .foregroundStyle(.red)
        .accessibilityAddTraits(.isStaticText)
    }
  }

  /// A line below a heading that says how what is shown differs from what the server has, such as when it was kept.
  public struct HintText: View {
    private let text: String?

    /// Creates the view; `nil` where nothing differs.
    public init(_ text: String?) {
      self.text = text
    }

    /// The line, or nothing.
    public var body: some View {
      if let text { Text(text).font(.footnote).foregroundStyle(.secondary) }
    }
  }
#endif
