#if canImport(SwiftUI)
  import SwiftUI

  /// A text that says what went wrong, in red.
  public struct ErrorText: View {
    private let text: String

    /// Makes the text.
    ///
    /// - Parameter text: What went wrong. It says so itself: nobody needs to see the colour.
    public init(_ text: String) {
      self.text = text
    }

    /// The text.
    public var body: some View {
      Text(text)
        .foregroundStyle(.red)
        .accessibilityAddTraits(.isStaticText)
    }
  }
#endif
