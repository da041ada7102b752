import Core

/// Reads, saves and deletes profiles at the server of the built-in contract.
public struct RemoteMyPageRepository: MyPageRepository {
  private let client: any APIClient
  private let session: Session
  private let flags: any SavedFlagStorage

  /// Makes a repository.
  ///
  /// - Parameters:
  ///   - client: The client that sends in the name of whoever is signed in.
  ///   - session: Who is signed in.
  ///   - flags: Where the saved flags are kept.
  public init(client: any APIClient, session: Session, flags: any SavedFlagStorage) {
    self.client = client
    self.session = session
    self.flags = flags
  }

  /// Sends `GET /v1/profile`.
  ///
  /// - Returns: The profile and the flag; no profile for a 404 that says `profile_not_found`.
  /// - Throws: What any call throws.
  public func profile() async throws(MyPageError) -> StoredProfile {
    let userID = try signedInUser()
    let wasSaved = flags.isSaved(for: userID)
    let profile = try await fetch()
    // A save or a delete that was answered meanwhile knows better than this answer, which may be older.
    if flags.isSaved(for: userID) == wasSaved { flags.set(profile != nil, for: userID) }
    return StoredProfile(profile: profile, isSaved: flags.isSaved(for: userID))
  }

  /// Sends `PUT /v1/profile`.
  ///
  /// - Parameter draft: The profile.
  /// - Returns: The profile as the server keeps it, and the flag.
  /// - Throws: ``MyPageError/invalidName`` or ``MyPageError/invalidGender`` for a 422 with that field, and what any
  ///   call throws.
  public func save(_ draft: ProfileDraft) async throws(MyPageError) -> StoredProfile {
    let userID = try signedInUser()
    let profile = Profile(userID: userID, name: draft.name, gender: draft.gender, createdAt: draft.createdAt)
    do throws(APIError) {
      let response: ProfileResponse = try await client.put(path: "/v1/profile", body: ProfileRequest(profile))
      flags.set(true, for: userID)
      return StoredProfile(profile: response.profile, isSaved: true)
    } catch {
      throw MyPageError(error) { response in
        switch (response.statusCode, response.problem?.field) {
        case (422, "name"): .invalidName
        case (422, "gender"): .invalidGender
        default: nil
        }
      }
    }
  }

  /// Sends `DELETE /v1/profile`.
  ///
  /// - Throws: What any call throws.
  public func deleteProfile() async throws(MyPageError) {
    let userID = try signedInUser()
    do throws(APIError) {
      try await client.delete(path: "/v1/profile")
      flags.set(false, for: userID)
    } catch {
      throw MyPageError(error)
    }
  }

  private func signedInUser() throws(MyPageError) -> User.ID {
    guard let record = session.record else { throw .notAuthorized }
    return record.user.id
  }

  private func fetch() async throws(MyPageError) -> Profile? {
    do throws(APIError) {
      let response: ProfileResponse = try await client.get(path: "/v1/profile")
      return response.profile
    } catch {
      guard case .invalidResponse(let response) = error, response.problem?.code == "profile_not_found" else {
        throw MyPageError(error)
      }
      return nil
    }
  }
}
