import Authentication
import Core

/// A client with a mistake that apps have shipped: each refused request refreshes the tokens by itself.
struct HastyClient: APIClient {
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
