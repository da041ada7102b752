#if Network
  import Core
  import FakeServer
  import Foundation
  import Testing

  @Suite("OpenAPI document")
  struct OpenAPITests {
    private static func document() throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: OpenAPIDocument.json) as? [String: Any])
    }

    private static func schemas() throws -> [String: Any] {
      let components = try #require(try document()["components"] as? [String: Any])
      return try #require(components["schemas"] as? [String: Any])
    }

    @Test func `The document has the routes of the backend and no others`() throws {
      let paths = try #require(try Self.document()["paths"] as? [String: [String: Any]])
      let documented = paths.flatMap { path, operations in operations.keys.map { "\($0.uppercased()) \(path)" } }
      #expect(Set(documented) == Set(FakeBackend.routes.map { "\($0.method.rawValue) \($0.path)" }))
    }

    /// A type of the contract, decoded from JSON and encoded again.
    struct Codec: Sendable, CustomStringConvertible {
      let description: String
      let roundTrip: @Sendable (Data) throws -> Data

      init<Value: Codable & SendableMetatype>(_ schema: String, _ type: Value.Type) {
        description = schema
        roundTrip = { try JSONCoding.encode(try JSONCoding.decode(type, from: $0)) }
      }
    }

    static let codecs = [
      Codec("Credentials", LoginRequest.self), Codec("NewCredentials", LoginRequest.self),
      Codec("IdentityToken", IdentityTokenRequest.self),
      Codec("Nothing", EmptyRequestBody.self), Codec("User", UserResponse.self),
      Codec("SignedInUser", UserResponse.self), Codec("Lists", ListsResponse.self), Codec("Post", PostResponse.self),
      Codec("Page", TimelineResponse.self), Codec("NewPost", PostRequest.self), Codec("Profile", ProfileResponse.self),
      Codec("NewProfile", ProfileRequest.self), Codec("ProblemDetails", ProblemDetails.self),
    ]

    @Test func `Each schema has a type`() throws {
      #expect(Set(try Self.schemas().keys) == Set(Self.codecs.map(\.description)))
    }

    @Test(arguments: codecs)
    func `A schema has the members of its type and requires those that the type requires`(codec: Codec) throws {
      let schema = try Self.resolved(try #require(try Self.schemas()[codec.description] as? [String: Any]))
      let example = try #require((schema["examples"] as? [[String: Any]])?.first)
      let properties = schema["properties"] as? [String: Any] ?? [:]
      let required = Set(schema["required"] as? [String] ?? [])
      let written = try Self.object(codec.roundTrip(try JSONSerialization.data(withJSONObject: example)))
      #expect(Set(example.keys) == Set(properties.keys))
      #expect(Set(written.keys).isSubset(of: properties.keys))
      #expect(Set(written.keys).isSuperset(of: required))
      for name in properties.keys {
        var incomplete = example
        incomplete[name] = nil
        let data = try JSONSerialization.data(withJSONObject: incomplete)
        // Other servers leave out members of problems, and the token.
        let isLenient = codec.description == "ProblemDetails" || name == "access_token"
        if required.contains(name), !isLenient {
          #expect(throws: DecodingError.self, "without \(name)") { try codec.roundTrip(data) }
        } else {
          #expect(throws: Never.self, "without \(name)") { try codec.roundTrip(data) }
        }
        var wrong = example
        wrong[name] = ["another": "type"]
        let mistyped = try JSONSerialization.data(withJSONObject: wrong)
        #expect(throws: DecodingError.self, "\(name) of another type") { try codec.roundTrip(mistyped) }
      }
    }

    @Test func `Each reference is to a schema`() throws {
      let names = Set(try Self.schemas().keys)
      let text = String(decoding: OpenAPIDocument.json, as: UTF8.self)
      let references = text.matches(of: /"\$ref": "#\/components\/schemas\/([A-Za-z]+)"/).map { String($0.1) }
      #expect(Set(references).isSubset(of: names))
      #expect(references.count == text.matches(of: /"\$ref"/).count)
    }

    /// A schema with the members of its parts.
    private static func resolved(_ schema: [String: Any]) throws -> [String: Any] {
      guard let parts = schema["allOf"] as? [[String: Any]] else { return schema }
      var whole = schema
      var properties: [String: Any] = [:]
      var required: [String] = []
      for part in parts {
        let name = (part["$ref"] as? String).map { String($0.split(separator: "/").last ?? "") }
        let schema = try name.map { try #require(try schemas()[$0] as? [String: Any]) } ?? part
        properties.merge(schema["properties"] as? [String: Any] ?? [:]) { $1 }
        required += schema["required"] as? [String] ?? []
      }
      whole["properties"] = properties
      whole["required"] = required
      return whole
    }

    private static func object(_ data: Data) throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
  }
#endif
