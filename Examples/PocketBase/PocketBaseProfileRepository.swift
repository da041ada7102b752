import Core
import Foundation
import MyPage

/// Reads and writes the record of `profiles` that has the identifier of the user.
struct PocketBaseProfileRepository: MyPageRepository {
  private struct NewProfile: Encodable {
    let id: String
    let user: String
    let name: String
    let gender: Int?
    let registered: Date
  }

  let client: AuthorizedAPIClient
  let session: Session

  func profile() async throws(MyPageError) -> Profile? {
    let request = APIRequest<ProfileRecord>(.get, Collection.profiles.path(try userID()))
    do throws(APIError) {
      return try await client.send(request).value
    } catch .invalidResponse(let response) where response.statusCode == 404 {
      return nil
    } catch {
      throw MyPageError(error)
    }
  }

  func register(_ draft: ProfileDraft) async throws(MyPageError) -> Profile {
    let request = APIRequest<ProfileRecord>(.post, Collection.profiles.path, body: body(draft, try userID()))
    return try await client.send(request, orThrow: MyPageError.self, refusal: refusal).value
  }

  /// Creates the profile, or changes the one that this or another device has created.
  func save(_ draft: ProfileDraft) async throws(MyPageError) -> Profile {
    do throws(MyPageError) {
      return try await register(draft)
    } catch .alreadyRegistered {
      let userID = try userID()
      let change = APIRequest<ProfileRecord>(.patch, Collection.profiles.path(userID), body: body(draft, userID))
      return try await client.send(change, orThrow: MyPageError.self, refusal: refusal).value
    } catch {
      throw error
    }
  }

  func deleteProfile() async throws(MyPageError) {
    let request = APIRequest<EmptyResponse>(.delete, Collection.profiles.path(try userID()))
    do throws(APIError) {
      _ = try await client.send(request)
    } catch .invalidResponse(let response) where response.statusCode == 404 {
      // Deleted already.
    } catch {
      throw MyPageError(error)
    }
  }

  private func userID() throws(MyPageError) -> User.ID {
    guard let user = session.current?.user else { throw .notAuthorized }
    return user.id
  }

  private func body(_ draft: ProfileDraft, _ userID: User.ID) -> NewProfile {
    NewProfile(id: userID, user: userID, name: draft.name, gender: draft.gender?.rawValue, registered: draft.createdAt)
  }

  private func refusal(_ response: InvalidResponse) -> MyPageError? {
    if response.refusedFields["id"] != nil { return .alreadyRegistered }
    if response.refusedFields["name"] != nil { return .invalidName }
    return response.refusedFields["gender"] == nil ? response.refusal.map { .rejected(reason: $0) } : .invalidGender
  }
}
