import Core

/// Reads, saves and deletes the profile at a server of the built-in contract.
public struct RemoteMyPageRepository: MyPageRepository {
  private let client: any APIClient
  private let session: Session
  private let flags: any SavedFlagStorage

  /// Creates a repository; the client need not authorize requests.
  public init(client: any APIClient, session: Session, flags: any SavedFlagStorage) {
    self.client = AuthorizedAPIClient(wrapping: client, session: session)
    self.session = session
    self.flags = flags
  }

  /// Sends `GET /v1/profile`; the problem `profile_not_found` means that there is none.
  public func profile() async throws(MyPageError) -> StoredProfile {
    let userID = try signedInUserID()
    let wasSaved = flags.isSaved(for: userID)
    let profile = try await fetch()
    // A save or a delete that was answered meanwhile is newer than this response may be.
    if flags.isSaved(for: userID) == wasSaved { flags.set(profile != nil, for: userID) }
    return StoredProfile(profile: profile, isSaved: flags.isSaved(for: userID))
  }

  /// Sends `PUT /v1/profile`; a 422 names the invalid field.
  public func save(_ draft: ProfileDraft) async throws(MyPageError) -> StoredProfile {
    let userID = try signedInUserID()
    let profile = Profile(userID: userID, name: draft.name, gender: draft.gender, createdAt: draft.createdAt)
    let request = APIRequest<ProfileResponse>(.put, "/v1/profile", body: ProfileRequest(profile))
    let saved = try await client.send(request, orThrow: MyPageError.self) { response in
      switch (response.statusCode, response.problem?.field) {
      case (422, "name"): .invalidName
      case (422, "gender"): .invalidGender
      default: nil
      }
    }
    flags.set(true, for: userID)
    return StoredProfile(profile: saved.profile, isSaved: true)
  }

  /// Sends `DELETE /v1/profile`.
  public func deleteProfile() async throws(MyPageError) {
    let userID = try signedInUserID()
    _ = try await client.send(APIRequest<EmptyResponse>(.delete, "/v1/profile"), orThrow: MyPageError.self)
    flags.set(false, for: userID)
  }

  private func signedInUserID() throws(MyPageError) -> User.ID {
    guard let current = session.current else { throw .notAuthorized }
    return current.user.id
  }

  private func fetch() async throws(MyPageError) -> Profile? {
    do throws(APIError) {
      return try await client.send(APIRequest<ProfileResponse>(.get, "/v1/profile")).profile
    } catch .invalidResponse(let response) where response.problem?.code == "profile_not_found" {
      return nil
    } catch {
      throw MyPageError(error)
    }
  }
}
