#if Network
  import Core
  import Web
  import Foundation
  import Testing

  @Suite("OpenAPI document")
  struct OpenAPITests {
    private typealias Object = [String: Any]

    private let paths: [String: Object]
    private let schemas: [String: Object]

    init() throws {
      let document = try Self.object(OpenAPIDocument.json)
      paths = try #require(document["paths"] as? [String: Object])
      schemas = try #require((document["components"] as? Object)?["schemas"] as? [String: Object])
    }

    private static func object(_ data: Data) throws -> Object {
      try #require(try JSONSerialization.jsonObject(with: data) as? Object)
    }

    @Test func `The document has the routes of the backend and no others`() {
      let documented = paths.flatMap { path, operations in operations.keys.map { "\($0.uppercased()) \(path)" } }
      #expect(Set(documented) == Set(FakeBackend().routes.names))
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
      Codec("IdentityToken", IdentityTokenRequest.self), Codec("Password", DeleteAccountRequest.self),
      Codec("RefreshToken", RefreshRequest.self), Codec("Tokens", TokenResponse.self),
      Codec("Nothing", EmptyRequestBody.self),
      Codec("User", UserResponse.self), Codec("SignedInUser", UserResponse.self), Codec("Lists", ListsResponse.self),
      Codec("Post", PostResponse.self), Codec("Page", TimelineResponse.self), Codec("NewPost", PostRequest.self),
      Codec("Profile", ProfileResponse.self), Codec("NewProfile", ProfileRequest.self),
      Codec("ProblemDetails", ProblemDetails.self),
    ]

    @Test func `Each schema has a type, and each reference a schema`() throws {
      #expect(Set(schemas.keys) == Set(Self.codecs.map(\.description)))
      let text = String(decoding: OpenAPIDocument.json, as: UTF8.self)
      let references = text.matches(of: /"\$ref": "#\/components\/schemas\/([A-Za-z]+)"/).map { String($0.1) }
      #expect(Set(references).isSubset(of: schemas.keys))
      #expect(references.count == text.matches(of: /"\$ref"/).count)
    }

    @Test(arguments: codecs)
    func `A schema has the members of its type and requires those that the type requires`(codec: Codec) throws {
      let schema = try #require(schemas[codec.description])
      let parts = try parts(of: schema)
      let properties = Set(parts.flatMap { ($0["properties"] as? Object ?? [:]).keys })
      let required = Set(parts.flatMap { $0["required"] as? [String] ?? [] })
      let example = try #require((schema["examples"] as? [Object])?.first)
      let encoded = try Self.object(codec.roundTrip(try JSONSerialization.data(withJSONObject: example)))
      #expect(Set(example.keys) == properties)
      #expect(properties.isSuperset(of: encoded.keys))
      #expect(required.isSubset(of: encoded.keys))
      for name in properties {
        let incomplete = try JSONSerialization.data(withJSONObject: example.filter { $0.key != name })
        // Other servers leave out members of problems, tokens, the gender, the likes and the last sign-in.
        let isLenient =
          [
            "ProblemDetails.", "SignedInUser.access_token", "SignedInUser.refresh_token", "Tokens.refresh_token",
            ".gender", ".likes", ".liked", ".last_login_date",
          ]
          .contains { "\(codec.description).\(name)".contains($0) }
        let isDecoded = (try? codec.roundTrip(incomplete)) != nil
        #expect(isDecoded == (isLenient || !required.contains(name)), "without \(name)")
      }
    }

    /// A schema, or those that it is composed of.
    private func parts(of schema: Object) throws -> [Object] {
      guard let parts = schema["allOf"] as? [Object] else { return [schema] }
      return try parts.map { part in
        guard let name = (part["$ref"] as? String)?.split(separator: "/").last else { return part }
        return try #require(schemas[String(name)])
      }
    }
  }
#endif
