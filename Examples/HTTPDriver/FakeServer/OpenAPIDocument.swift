#if Network
  import Core
  import Foundation
  import HTTPTypes

  /// The contract that the backend keeps, as an OpenAPI 3.1 document.
  enum OpenAPIDocument {
    static func answer(to method: HTTPTypes.HTTPRequest.Method) -> Core.HTTPResponse {
      guard [.get, .head].contains(method) else {
        return .unroutable(method, "/openapi.json", allowed: [.get])
      }
      return Core.HTTPResponse(status: 404)
    }
  }
#endif
