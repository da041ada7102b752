import Authentication
import Core
import CoreTesting
import StoreExploring

/// R: reads at once, over tokens that expire at any time.
@MainActor
final class Reads {
  let session: Session
  private let client: any APIClient

  init(_ dependencies: ControlledDependencies, isMended: Bool) async {
    let server = RotatingTokens(isLenient: false)
    let client = dependencies.client(server) { request in
      request.hasPrefix("GET") ? [.released("200"), .unauthorized] : [.released()]
    }
    session = Session(storage: InMemorySessionStorage(server.open()))
    self.client =
      isMended
      ? AuthorizedAPIClient(wrapping: client, session: session) : HastyClient(client: client, session: session)
    _ = try? await session.restore()
  }

  var isSignedIn: Bool { session.current != nil }

  private func read() async {
    let _: ListsResponse? = try? await client.get(path: "/v1/lists")
  }

  static func explorer(isMended: Bool) -> StoreExplorer<Reads, Bool> {
    StoreExplorer(
      state: \.isSignedIn,
      actions: [StoreAction("read", when: { $0.isSignedIn }) { await $0.read() }],
      invariants: [.always("a user who did not sign out is signed in") { $0.state }],
      fingerprint: { reads in
        StateFingerprint(
          reads.isSignedIn, identifiers: [reads.session.generation, reads.session.current?.accessToken]
        ).keptByActions()
      }
    ) { await Reads($0, isMended: isMended) }
  }
}

/// A client with a mistake that apps have shipped: each refused request refreshes the tokens by itself.
private struct HastyClient: APIClient {
  let client: any APIClient
  let session: Session

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    do throws(APIError) {
      return try await client.send(authorized(request))
    } catch .invalidResponse(let refusal) where refusal.statusCode == 401 {
      await refresh()
      return try await client.send(authorized(request))
    }
  }

  private func refresh() async {
    guard let token = session.current?.refreshToken else { return }
    let request = APIRequest<TokenResponse>(
      .post, "/v1/refresh", body: RefreshRequest(token), authorization: .anonymous)
    do {
      let tokens = try await client.send(request).tokens
      _ = try await session.renew { () async throws(AuthError) in
        StoredSession(
          user: RotatingTokens.user, accessToken: tokens.accessToken, refreshToken: tokens.refreshToken)
      }
    } catch {
      _ = await session.close()
    }
  }

  private func authorized<Response>(_ request: APIRequest<Response>) -> APIRequest<Response> {
    var request = request
    request.authorization = session.current?.accessToken.map { .token($0, .bearer) } ?? .anonymous
    return request
  }
}
