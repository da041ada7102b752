import Foundation

/// What the fake backend does with a request.
public enum FakeOutcome: Sendable, Equatable {
  /// Answers it.
  case answer
  /// Gives this answer and does nothing.
  case respond(HTTPResponse)
  /// Does nothing, and no answer arrives.
  case fail(RequestFailure)
  /// Does what was asked, and the answer is lost on its way.
  case answerThenFail(RequestFailure)

  /// Answers with bytes that are no JSON.
  public static let malformed = FakeOutcome.respond(
    HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: .init("{\"cut".utf8)))

  /// Answers with a status and its problem document.
  ///
  /// - Parameter code: The status code, 100 to 599.
  /// - Returns: The outcome.
  public static func status(_ code: Int) -> FakeOutcome {
    .respond(FakeProblem(status: code, code: "fault", detail: "The backend was told to fail.").response)
  }
}

/// A number of requests that are to fail.
struct FakeFault: Sendable {
  let method: HTTPMethod
  let path: String
  let outcome: FakeOutcome
  var remaining: Int
}
