import Foundation
import Observation

struct Offline: Error {}
struct Unauthorized: Error {}

/// Accepts each refresh token once.
@MainActor @Observable
class RotatingServer {
  var token = UUID()

  func rotate(_ sent: UUID) throws -> UUID {
    guard sent == token else { throw Unauthorized() }
    token = UUID()
    return token
  }
}

/// Publishes the post of a key once.
@MainActor @Observable
final class PostServer {
  private(set) var posts: [UUID] = []

  func publish(_ key: UUID) {
    if !posts.contains(key) { posts.append(key) }
  }
}

@MainActor @Observable
final class Keychain {
  var token: UUID?

  init(token: UUID) {
    self.token = token
  }

  func deleteToken() {
    token = nil
  }
}
