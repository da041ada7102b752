import Foundation

extension StoredSession {
  /// Reads a record as a storage keeps it.
  init(json: Data) throws {
    let response = try JSONCoding.decode(UserResponse.self, from: json)
    self.init(user: response.user, token: response.token)
  }

  /// The record as a storage keeps it.
  func json() throws -> Data {
    try JSONCoding.encode(UserResponse(user, accessToken: token))
  }
}
