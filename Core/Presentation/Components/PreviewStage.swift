#if canImport(SwiftUI)
  import SwiftUI

  extension View {
    /// Makes a preview of a view whose Store is brought into a state first.
    ///
    /// - Parameters:
    ///   - name: What the preview is called in Xcode.
    ///   - before: What happens before the view appears.
    ///   - during: What happens as soon as it has.
    /// - Returns: The preview.
    public func preview(
      _ name: String, before: @escaping @MainActor () async -> Void = {},
      during: @escaping @MainActor () async -> Void = {}
    ) -> some View {
      PreviewStage(content: self, before: before, during: during)
        .previewDisplayName(name)
    }
  }

  private struct PreviewStage<Content: View>: View {
    let content: Content
    let before: @MainActor () async -> Void
    let during: @MainActor () async -> Void
    @State private var isReady = false

    init(
      content: Content, before: @escaping @MainActor () async -> Void, during: @escaping @MainActor () async -> Void
    ) {
      self.content = content
      self.before = before
      self.during = during
    }

    var body: some View {
      ZStack {
        if isReady { content }
      }
      .task {
        await before()
        isReady = true
        await during()
      }
    }
  }
#endif
