import Core

/// One of the answers that a call of a use case may get, under a label.
public struct HeldAnswer<Success: Sendable, Failure: Error>: Sendable {
  let label: String
  let result: Result<Success, Failure>

  /// An answer that succeeds.
  ///
  /// - Parameters:
  ///   - label: The label, which schedules show; it must say no secret.
  ///   - success: What the call returns.
  /// - Returns: The answer.
  public static func success(_ label: String, _ success: Success) -> HeldAnswer {
    HeldAnswer(label: label, result: .success(success))
  }

  /// An answer that fails.
  ///
  /// - Parameters:
  ///   - label: The label, which schedules show; it must say no secret.
  ///   - failure: What the call throws.
  /// - Returns: The answer.
  public static func failure(_ label: String, _ failure: Failure) -> HeldAnswer {
    HeldAnswer(label: label, result: .failure(failure))
  }
}

extension HeldAnswer where Success == Void {
  /// An answer that succeeds and returns nothing.
  ///
  /// - Parameter label: The label, which schedules show; it must say no secret.
  /// - Returns: The answer.
  public static func success(_ label: String) -> HeldAnswer {
    HeldAnswer(label: label, result: .success(()))
  }
}

/// One of the answers that a call of a client may get, under a label.
public struct HeldResponse: Sendable {
  let label: String
  let failure: APIError?

  /// What the client behind answers at the moment of the answer.
  ///
  /// - Parameter label: The label, which schedules show.
  /// - Returns: The answer.
  public static func released(_ label: String = "released") -> HeldResponse {
    HeldResponse(label: label, failure: nil)
  }

  /// A failure; the call never reaches the client behind.
  ///
  /// - Parameters:
  ///   - label: The label, which schedules show; it must say no secret.
  ///   - error: What the call throws.
  /// - Returns: The answer.
  public static func failed(_ label: String, _ error: APIError) -> HeldResponse {
    HeldResponse(label: label, failure: error)
  }
}
