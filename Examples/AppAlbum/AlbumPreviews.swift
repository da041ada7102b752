#if canImport(SwiftUI) && Driver
  import Driver
  import ExampleApp
  import SwiftUI

  /// Every screen of the album; a view that reads what it shows when it appears does that here too, and gets no answer.
  struct AlbumPreviews: PreviewProvider {
    static var previews: some View {
      ForEach(AlbumScreen.all) { screen in
        AlbumPreview(screen: screen).previewDisplayName("\(screen.id) \(screen.title)")
      }
    }
  }

  private struct AlbumPreview: View {
    let screen: AlbumScreen
    @State private var app: ScheduledApp?
    @State private var failure: String?

    var body: some View {
      ZStack {
        if let app { ContentView(root: app.root) }
        if let failure { Text(verbatim: failure) }
      }
      .task {
        do { app = try await screen.reach() } catch { failure = "\(error)" }
      }
    }
  }
#endif
