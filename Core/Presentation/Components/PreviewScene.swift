import Synchronization

/// A fake backend and a session for previews; the backend can stop responding.
package final class PreviewBackend: Sendable {
  /// The backend.
  package let backend: FakeBackend
  /// The session that previews share.
  package let session = Session(storage: InMemorySessionStorage())

  private let isSilent: SilentSwitch

  /// Creates a backend that responds.
  package init(_ configuration: FakeConfiguration = FakeConfiguration()) {
    let isSilent = SilentSwitch()
    self.isSilent = isSilent
    backend = FakeBackend(configuration) { _ in
      await isSilent.wait()
      return .answer
    }
  }

  /// A client of the backend.
  package var client: any APIClient { FakeAPIClient(backend: backend) }

  /// Signs in to the session with an account of the backend.
  package func signIn(_ account: FakeAccount = .taro) async {
    let body = LoginRequest(email: account.email, pass: account.password.rawValue)
    let login = APIRequest<UserResponse>(.post, "/v1/login", body: body, authorization: .anonymous)
    guard let response = try? await client.send(login) else { return }
    await session.begin(response.session)
  }

  /// Leaves every further request unanswered until its task is cancelled.
  package func fallSilent() {
    isSilent.turnOn()
  }
}

private final class SilentSwitch: Sendable {
  private let isOn = Mutex(false)

  func turnOn() {
    isOn.withLock { $0 = true }
  }

  /// Waits until the task is cancelled, if the switch is on.
  func wait() async {
    guard isOn.withLock({ $0 }) else { return }
    let never = AsyncStream<Void>.makeStream()
    defer { never.continuation.finish() }
    for await _ in never.stream {}
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  extension View {
    /// Returns a named preview of the view: `before` runs before it appears, `during` right after.
    package func preview(
      _ name: String, before: @escaping @MainActor () async -> Void = {},
      during: @escaping @MainActor () async -> Void = {}
    ) -> some View {
      PreviewScene(content: self, before: before, during: during)
        .previewDisplayName(name)
    }
  }

  private struct PreviewScene<Content: View>: View {
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
