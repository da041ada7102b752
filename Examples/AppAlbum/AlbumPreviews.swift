#if canImport(SwiftUI) && Driver
  import Driver
  import ExampleApp
  import SwiftUI

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

    var body: some View {
      ZStack {
        if let app { ContentView(root: app.root) }
      }
      .task { app = try? await screen.reach() }
    }
  }
#endif
