#if Network
  import Core
  import Foundation

  /// One call of the three features, with what a server in order answers to it.
  public struct ContractCall: Sendable, CustomStringConvertible {
    /// The verb and the path.
    public let description: String
    /// Whether the client may send it more than once.
    public let isRepeatable: Bool
    /// Whose name it is made in.
    let authorization: APIAuthorization
    /// The body of the answer in JSON; empty where none is expected.
    let answer: String
    /// The status of the answer.
    let status: Int
    /// Sends it.
    let send: @Sendable (any APIClient) async throws(APIError) -> Void

    init<Response: Decodable & Sendable>(
      _ request: APIRequest<Response>, status: Int = 200, answer: String = ""
    ) {
      description = "\(request.method.rawValue) \(request.path)"
      isRepeatable = request.method == .get || request.headers["Idempotency-Key"] != nil
      authorization = request.authorization
      self.status = status
      self.answer = answer
      send = { client throws(APIError) in _ = try await client.send(request) }
    }

    /// Whether the answer has a date.
    var hasDates: Bool { answer.contains("T00:00:00Z") }

    /// Every call of the three features.
    public static let all = [
      ContractCall(
        APIRequest<UserResponse>(.post, "/v1/login", body: credentials, authorization: .anonymous), answer: user),
      ContractCall(
        APIRequest<UserResponse>(
          .post, "/v1/login/google", body: IdentityTokenRequest(token: "google-taro"), authorization: .anonymous),
        answer: user),
      ContractCall(
        APIRequest<UserResponse>(.post, "/v1/signup", body: credentials, authorization: .anonymous), status: 201,
        answer: user),
      ContractCall(
        APIRequest<EmptyResponse>(
          .post, "/v1/logout", body: EmptyRequestBody(), authorization: .bearer(AccessToken("token-1"))), status: 204),
      ContractCall(
        APIRequest<UserResponse>(.get, "/v1/me", authorization: .bearer(AccessToken("token-1"))), answer: user),
      ContractCall(APIRequest<ListsResponse>(.get, "/v1/lists"), answer: #"{"lists":[{"id":"home","title":"Home"}]}"#),
      ContractCall(
        APIRequest<TimelineResponse>(.get, "/v1/timeline", query: [URLQueryItem(name: "list", value: "home")]),
        answer: #"{"posts":[\#(post)],"next_max_id":"7"}"#),
      ContractCall(
        APIRequest<PostResponse>(
          .post, "/v1/posts", headers: ["Idempotency-Key": "key-1"], body: PostRequest(text: "hello")),
        status: 201, answer: post),
      ContractCall(APIRequest<ProfileResponse>(.get, "/v1/profile"), answer: profile),
      ContractCall(
        APIRequest<ProfileResponse>(
          .put, "/v1/profile",
          body: ProfileRequest(
            Profile(userID: "user-1", name: "Taro", gender: .male, createdAt: Date(timeIntervalSince1970: 0)))),
        answer: profile),
      ContractCall(APIRequest<EmptyResponse>(.delete, "/v1/profile"), status: 204),
    ]

    private static let credentials = LoginRequest(email: "taro@example.com", pass: "password123")
    private static let user =
      #"{"user_id":"1","user_name":"Taro","email":"t@example.com","last_login_date":"2026-01-01T00:00:00Z","#
      + #""access_token":"token-1"}"#
    private static let post =
      #"{"id":"8","author":{"id":"1","name":"Taro","screen_name":"taro"},"text":"hello","#
      + #""created_at":"2026-01-01T00:00:00Z","in_reply_to_id":null}"#
    private static let profile = #"{"uid":"user-1","name":"Taro","gender":1,"createdAt":1646746371.3128781}"#
  }
#endif
