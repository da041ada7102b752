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
  fileprivate enum Content {
    case released
    case failed(APIError)
    case responded(HTTPResponse)
    case lost(APIError)
  }

  /// The label, as schedules show it.
  public let label: String
  fileprivate let content: Content

  /// The response of the client behind, at the time of the answer.
  public static func released(_ label: String = "released") -> HeldResponse {
    HeldResponse(label: label, content: .released)
  }

  /// An error; the request is never forwarded.
  public static func failed(_ label: String, _ error: APIError) -> HeldResponse {
    HeldResponse(label: label, content: .failed(error))
  }

  /// Another response than that of the client behind; the request is never forwarded.
  public static func responded(_ label: String, _ response: HTTPResponse) -> HeldResponse {
    HeldResponse(label: label, content: .responded(response))
  }

  /// An error in place of the response of the client behind, which gets the request.
  public static func lost(_ label: String, _ error: APIError) -> HeldResponse {
    HeldResponse(label: label, content: .lost(error))
  }

  /// Whether the client behind gets the request.
  fileprivate var isForwarded: Bool {
    switch content {
    case .released, .lost: true
    case .failed, .responded: false
    }
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
      outlivesCaller && whenLost != nil && answers[index].isForwarded
    }
    guard let choice else { throw .cancelled }
    let response: Result<Response, APIError>
    do throws(APIError) {
      response = .success(try await self.response(to: request, answers[choice].content))
    } catch {
      response = .failure(error)
    }
    if let whenLost, case .released = answers[choice].content {
      switch await dependencies.arrival(of: name, details + [response], isCancellable: true) {
      case .arrives: break
      case .lost: throw whenLost
      case .cancelled: throw .cancelled
      }
    }
    dependencies.note(AnswerOutcome(response))
    return try response.get()
  }

  private func response<Response: Decodable & Sendable>(
    to request: APIRequest<Response>, _ answer: HeldResponse.Content
  ) async throws(APIError) -> Response {
    switch answer {
    case .released:
      return try await client.send(request)
    case .failed(let error):
      throw error
    case .responded(let response):
      return try await response.decoded()
    case .lost(let error):
      _ = try await client.send(request)
      throw error
    }
  }
}

extension Generation: CountingIdentifier {}
