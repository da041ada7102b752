#if Network
  import Core
  import Foundation
  import HTTPTypes

  /// The contract that the backend keeps, as an OpenAPI 3.1 document: `openapi.json` beside this file.
  public enum OpenAPIDocument {
    /// The document in JSON.
    public static var json: Data { Data(PackageResources.openapi_json) }

    /// What is answered at `/openapi.json`.
    static func answer(to method: HTTPTypes.HTTPRequest.Method) -> Core.HTTPResponse {
      guard [.get, .head].contains(method) else {
        return .unroutable(method, "/openapi.json", allowed: [.get])
      }
      return Core.HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: json)
    }
  }
#endif
