import Synchronization

/// The fake backend of a preview, which can fall silent: what is asked of it then stays under way.
public final class PreviewBackend: Sendable {
  /// The backend.
  public let backend: FakeBackend
  /// Who is signed in to it.
  public let session = Session()

  private let silence: Silence

  /// Makes a backend that answers.
  ///
  /// - Parameter configuration: What it knows at the start.
  public init(_ configuration: FakeConfiguration = FakeConfiguration()) {
    let silence = Silence()
    self.silence = silence
    backend = FakeBackend(configuration) { _ in
      await silence.wait()
      return .answer
    }
  }

  /// A client of the backend.
  public var client: any APIClient { FakeAPIClient(backend: backend) }

  /// Signs in with an account of the backend.
  ///
  /// - Parameter account: The account.
  public func signIn(_ account: FakeAccount = .taro) async {
    let generation = session.generation
    let body = LoginRequest(email: account.email, pass: account.password)
    let login = APIRequest<UserResponse>(.post, "/v1/login", body: body, authorization: .anonymous)
    guard let response = try? await client.send(login) else { return }
    _ = await session.begin(StoredSession(user: response.user, token: response.token), in: generation)
  }

  /// Answers nothing from now on; a call that is cancelled ends all the same.
  public func fallSilent() {
    silence.fall()
  }
}

private final class Silence: Sendable {
  private let hasFallen = Mutex(false)

  func fall() {
    hasFallen.withLock { $0 = true }
  }

  /// Waits for something that never comes, once the silence has fallen.
  func wait() async {
    guard hasFallen.withLock({ $0 }) else { return }
    let never = AsyncStream<Void>.makeStream()
    defer { never.continuation.finish() }
    for await _ in never.stream {}
  }
}
