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
