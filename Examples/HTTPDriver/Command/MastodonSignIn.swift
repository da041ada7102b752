#if Network
  import Authentication
  import Core
  import ExampleApp
  import Foundation
  import Mastodon

  /// The driver as an app of a Mastodon server, at which its users sign in without a screen.
  actor MastodonSignIn {
    static let shared = MastodonSignIn()

    private var registered: MastodonApp?

    /// The repositories of a server.
    nonisolated func repositories(client: any APIClient, session: Session) -> AppRepositories {
      MastodonServer.repositories(client: client, session: session) { () async throws(APIError) in
        try await self.app(client)
      }
    }

    /// Providers with the identifiers of the example ones, each of which is the server.
    nonisolated func providers(at server: URL, client: any APIClient) -> [IdentityProvider] {
      [IdentityProvider].example.map { example in
        MastodonServer.provider(example.id, at: server, client: client) { () async throws(APIError) in
          try await self.app(client)
        } browser: { url throws(OAuthError) in
          try await self.browse(url, client)
        }
      }
    }

    /// Returns the registration of the driver, made when it is needed first.
    private func app(_ client: any APIClient) async throws(APIError) -> MastodonApp {
      if let registered { return registered }
      guard let callback = URL(string: "focal://callback") else { throw .cancelled }
      let app = try await MastodonServer.register("FOCAL", redirectURL: callback, client: client)
      registered = app
      return app
    }

    /// Chooses the example user on the page of mastodon_mock, in place of a browser.
    ///
    /// The page of another server asks for a password, and answers this without a callback.
    private nonisolated func browse(_ url: URL, _ client: any APIClient) async throws(OAuthError) -> URL {
      let page = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
      let choice = APIRequest<EmptyResponse>(
        .post, url.path(), body: APIBody.form(page + [URLQueryItem(name: "username", value: "taro")]),
        authorization: .anonymous)
      do throws(APIError) {
        _ = try await client.send(choice)
      } catch .invalidResponse(let response) where response.statusCode == 302 {
        if let callback = response.headers["Location"].flatMap({ URL(string: $0) }) { return callback }
      } catch {
        throw .failed(error)
      }
      throw .malformedCallback(reason: "The page of the server needs a browser.")
    }
  }
#endif
