import Core

/// Reads, saves and deletes the profile at a server of the built-in contract.
public struct RemoteMyPageRepository: MyPageRepository {
  private let client: any APIClient
  private let session: Session

  /// Creates a repository; the client need not authorize requests.
  public init(client: any APIClient, session: Session) {
    self.client = AuthorizedAPIClient(wrapping: client, session: session)
    self.session = session
  }

  /// Sends `GET /v1/profile`; the problem `profile_not_found` means that there is none.
  public func profile() async throws(MyPageError) -> Profile? {
    do throws(APIError) {
      return try await client.send(APIRequest<ProfileResponse>(.get, "/v1/profile")).profile
    } catch .invalidResponse(let response) where response.problem?.code == "profile_not_found" {
      return nil
    } catch {
      throw MyPageError(error)
    }
  }

  /// Sends `PUT /v1/profile` with `If-None-Match: *`.
  ///
  /// A 412 is a success where the profile is the draft: the response to an earlier attempt of this request was lost.
  public func register(_ draft: ProfileDraft) async throws(MyPageError) -> Profile {
    do throws(MyPageError) {
      return try await put(draft, headers: ["If-None-Match": "*"])
    } catch .alreadyRegistered {
      let saved = try await profile()
      guard let saved, ProfileDraft(name: saved.name, gender: saved.gender, createdAt: saved.createdAt) == draft else {
        throw .alreadyRegistered
      }
      return saved
    } catch {
      throw error
    }
  }

  /// Sends `PUT /v1/profile`; ``MyPageError/invalidName`` and ``MyPageError/invalidGender`` are told by the code of the
  /// problem, or its field where it has no code.
  public func save(_ draft: ProfileDraft) async throws(MyPageError) -> Profile {
    try await put(draft)
  }

  /// Sends `DELETE /v1/profile`.
  public func deleteProfile() async throws(MyPageError) {
    _ = try await client.send(APIRequest<EmptyResponse>(.delete, "/v1/profile"), orThrow: MyPageError.self)
  }

  private func put(_ draft: ProfileDraft, headers: HTTPHeaders = [:]) async throws(MyPageError) -> Profile {
    guard let userID = session.current?.user.id else { throw .notAuthorized }
    let profile = Profile(userID: userID, name: draft.name, gender: draft.gender, createdAt: draft.createdAt)
    let request = APIRequest<ProfileResponse>(.put, "/v1/profile", headers: headers, body: ProfileRequest(profile))
    return try await client.send(request, orThrow: MyPageError.self) { response in
      switch (response.statusCode, response.problem?.kind) {
      case (412, _): .alreadyRegistered
      case (422, "name"), (422, "invalid_name"): .invalidName
      case (422, "gender"), (422, "invalid_gender"): .invalidGender
      default: nil
      }
    }.profile
  }
}
