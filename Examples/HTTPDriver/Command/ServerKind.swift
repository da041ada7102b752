#if Network
  import ArgumentParser
  import Authentication
  import Core
  import ExampleApp
  import Foundation
  import Mastodon
  import PocketBase

  /// The kind of the server at `--api`: what its requests and responses look like.
  enum ServerKind: String, CaseIterable, ExpressibleByArgument {
    /// The built-in contract, as `focal-http serve` speaks it.
    case focal
    /// PocketBase with the collections of Examples/PocketBase.
    case pocketbase
    /// A server with the API of Mastodon.
    case mastodon

    /// The names of the others, for a help text.
    static let others = allCases.dropFirst().map(\.rawValue).joined(separator: " or ")

    /// Creates the repositories that speak to the server.
    func repositories(client: any APIClient, session: Session) -> AppRepositories {
      switch self {
      case .focal: AppRepositories(client: client, session: session)
      case .pocketbase: PocketBaseServer.repositories(client: client, session: session)
      case .mastodon: MastodonSignIn.shared.repositories(client: client, session: session)
      }
    }

    /// Returns the announcements of posts by the server at an address, where it has them.
    func postChanges(at url: URL, client: any APIClient) -> (@Sendable (Session) -> AsyncStream<Void>)? {
      switch self {
      case .focal, .mastodon: nil
      case .pocketbase: PocketBaseStream(baseURL: url, client: client).changes(for:)
      }
    }

    /// Returns whether a request gets a session new tokens.
    func isRefresh(path: String) -> Bool {
      switch self {
      case .focal: path == "/v1/refresh"
      case .pocketbase: PocketBaseServer.isRefresh(path: path)
      case .mastodon: MastodonServer.isRefresh(path: path)
      }
    }

    /// The identity providers on the sign-in screen.
    func providers(at url: URL, client: any APIClient) -> [IdentityProvider] {
      switch self {
      case .focal, .pocketbase: .example
      case .mastodon: MastodonSignIn.shared.providers(at: url, client: client)
      }
    }
  }
#endif
