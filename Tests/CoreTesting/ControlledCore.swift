import Core
import StoreExploring

extension ControlledDependencies {
  /// Creates a use case whose calls wait, as those of `call` do.
  public func useCase<Parameters: Sendable, Success: Sendable, Failure: Error>(
    _ name: String, whenCancelled: Failure? = nil, whenLost: Failure? = nil, outlivesCaller: Bool = false,
    answers: @escaping @Sendable (Parameters) -> [HeldAnswer<Success, Failure>]
  ) -> AnyUseCase<Parameters, Success, Failure> {
    AnyUseCase(
      call(
        name, whenCancelled: whenCancelled, whenLost: whenLost, outlivesCaller: outlivesCaller, answers: answers))
  }

  /// Creates a client whose calls wait, named such as `POST /v1/login`, before they are forwarded to `client`.
  ///
  /// A pending call whose task is cancelled throws ``/Core/APIError/cancelled``. With `whenLost`, the response of a
  /// released call arrives in a step of its own, or is lost. With `outlivesCaller`, a request whose process was killed
  /// can still be released, until the process is killed again.
  public func client(
    _ client: any APIClient, whenLost: APIError? = nil, outlivesCaller: Bool = false,
    answers: @escaping @Sendable (_ name: String) -> [HeldResponse]
  ) -> some APIClient {
    ControlledAPIClient(
      client: client, dependencies: self, whenLost: whenLost, outlivesCaller: outlivesCaller, answers: answers)
  }
}

/// A labeled answer that a call of a client can get.
///
/// Schedules show the label; it must not contain a secret.
public struct HeldResponse: Sendable {
  let label: String
  let failure: APIError?

  /// The response of the client behind, at the time of the answer.
  public static func released(_ label: String = "released") -> HeldResponse {
    HeldResponse(label: label, failure: nil)
  }

  /// An error; the request is never forwarded.
  public static func failed(_ label: String, _ error: APIError) -> HeldResponse {
    HeldResponse(label: label, failure: error)
  }
}

private struct ControlledAPIClient: APIClient {
  let client: any APIClient
  let dependencies: ControlledDependencies
  let whenLost: APIError?
  let outlivesCaller: Bool
  let answers: @Sendable (String) -> [HeldResponse]

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    let (name, answers) = (request.callName, answers(request.callName))
    let details: [any Sendable] = [request.query, request.headers, request.body, request.authorization]
    let choice = await dependencies.choice(of: name, answers.map(\.label), parameters: details) { index in
      outlivesCaller && whenLost != nil && answers[index].failure == nil
    }
    guard let choice else { throw .cancelled }
    let response: Result<Response, APIError>
    if let failure = answers[choice].failure {
      response = .failure(failure)
    } else {
      do throws(APIError) { response = .success(try await client.send(request)) } catch { response = .failure(error) }
      if let whenLost {
        switch await dependencies.arrival(of: name, details + [response], isCancellable: true) {
        case .arrives: break
        case .lost: throw whenLost
        case .cancelled: throw .cancelled
        }
      }
    }
    dependencies.note(AnswerOutcome(response))
    return try response.get()
  }
}

extension Generation: CountingIdentifier {}
