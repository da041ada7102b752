import Foundation

/// An answer in bytes.
public struct HTTPResponse: Sendable, Equatable, Redacted {
  /// The status code, 100 to 599.
  public var status: Int
  /// The header fields.
  public var headers: HTTPHeaders
  /// The body; empty where there is none.
  public var body: Data

  /// Makes an answer.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - headers: The header fields.
  ///   - body: The body; empty where there is none.
  public init(status: Int, headers: HTTPHeaders = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Shows the status.
  public var visibleFields: [(label: String, value: String)] { [("status", "\(status)")] }
}
