import Authentication
import Core
import Foundation

extension APIClient {
  /// Sends a request and translates its failure, with the server’s own words as the reason.
  func sendToMastodon<Response: Decodable & Sendable, Failure: FeatureError>(
    _ request: APIRequest<Response>, orThrow: Failure.Type, refusal: (InvalidResponse) -> Failure? = { _ in nil }
  ) async throws(Failure) -> Response {
    do throws(APIError) {
      return try await send(request)
    } catch {
      throw Failure(error) { response in
        if let failure = refusal(response) { return failure }
        if response.isRateLimited { return .rateLimited(retryAfter: response.delay(now: Date())) }
        if response.isRejection { return .rejected(reason: response.reason) }
        return response.statusCode == 401 ? .notAuthorized : response.reason.map { .serverError(reason: $0) }
      }
    }
  }
}

extension InvalidResponse {
  /// Whether the server refuses what was sent; some servers answer 400 for 422.
  var isRejection: Bool { [400, 422].contains(statusCode) }

  /// The explanation of an error, in the language of the server.
  var reason: String? {
    let error = try? JSONCoding.decode(Fields.self, from: body)
    return error?["error_description"] ?? error?["error"]
  }

  /// Returns whether a field of a form is invalid for a reason such as `ERR_TAKEN`.
  func refuses(_ field: String, _ code: String) -> Bool {
    struct Refusal: Decodable { let details: [String: [Fields]] }
    let details = try? JSONCoding.decode(Refusal.self, from: body).details
    return details?[field]?.contains { $0["error"] == code } ?? false
  }

  /// What a server says to a user whom it does not let in, such as that the address is not confirmed.
  var denial: AuthError? { statusCode == 403 ? reason.map { .rejected(reason: $0) } : nil }

  var isRateLimited: Bool { statusCode == 429 || statusCode == 503 && headers["X-RateLimit-Remaining"] == "0" }

  /// The time until requests are answered again, a day at most: `X-RateLimit-Reset` is a date at Mastodon and a number of
  /// seconds since 1970 at others.
  func delay(now: Date) -> Duration? {
    guard let text = headers["X-RateLimit-Reset"], retryAfter == nil else { return retryAfter }
    let date = try? JSONCoding.decode([Date].self, from: JSONCoding.encode([text])).first
    guard let reset = date ?? Double(text).map(Date.init(timeIntervalSince1970:)) else { return nil }
    return .seconds(min(max(0, reset.timeIntervalSince(now)), 86_400))
  }
}
