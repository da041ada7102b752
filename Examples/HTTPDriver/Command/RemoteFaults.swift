#if Network
  import Core
  import Driver
  import FakeServer

  /// Tells a served fake backend to fail.
  struct RemoteFaults: FaultControl {
    let client: any APIClient

    func fail(
      _ method: HTTPMethod, _ path: String, kind: FaultKind, times: Int
    ) async throws(FaultControlError) {
      let fault = FaultRequest(method: method.rawValue, path: path, kind: kind.word, times: times)
      do throws(APIError) {
        _ = try await client.send(
          APIRequest<EmptyResponse>(.post, "/control/faults", body: fault, authorization: .anonymous))
      } catch {
        switch error {
        case .invalidResponse(let response) where response.statusCode == 422:
          throw FaultControlError(response.problem?.detail ?? "The server knows no such fault.")
        case .invalidResponse, .decodingFailed, .sessionEnded:
          throw FaultControlError("The server takes no faults. “fail” works with focal-http serve.")
        case .requestFailed, .cancelled:
          throw FaultControlError("The server does not answer. Start one with: focal-http serve")
        }
      }
    }
  }
#endif
