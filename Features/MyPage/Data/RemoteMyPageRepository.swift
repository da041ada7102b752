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

  /// Sends `PUT /v1/profile`; a 422 names the invalid field.
  public func save(_ draft: ProfileDraft) async throws(MyPageError) -> Profile {
    guard let userID = session.current?.user.id else { throw .notAuthorized }
    let profile = Profile(userID: userID, name: draft.name, gender: draft.gender, createdAt: draft.createdAt)
    let request = APIRequest<ProfileResponse>(.put, "/v1/profile", body: ProfileRequest(profile))
    return try await client.send(request, orThrow: MyPageError.self) { response in
      switch (response.statusCode, response.problem?.field) {
      case (422, "name"): .invalidName
      case (422, "gender"): .invalidGender
      default: nil
      }
    }.profile
  }

  /// Sends `DELETE /v1/profile`.
  public func deleteProfile() async throws(MyPageError) {
    _ = try await client.send(APIRequest<EmptyResponse>(.delete, "/v1/profile"), orThrow: MyPageError.self)
  }
}
