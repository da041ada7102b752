/// The verb of a request.
public enum HTTPMethod: String, Sendable, Hashable, CaseIterable {
  /// Reads, and may be repeated.
  case get = "GET"
  /// Reads the head of what a `GET` would answer.
  case head = "HEAD"
  /// Makes something.
  case post = "POST"
  /// Puts something in its place.
  case put = "PUT"
  /// Changes a part.
  case patch = "PATCH"
  /// Takes something away.
  case delete = "DELETE"
}
