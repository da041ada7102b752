import Core
import Foundation
import MyPage

/// A profile in plain Swift.
@MainActor
final class PlainMyPage {
  private(set) var state = MyPageState.idle
  private(set) var notice: Notice?
  private var isWriting = false
  private let useCases: ImmediateMyPage
  private let messages = MyPageMessages.english

  init(_ useCases: ImmediateMyPage) {
    self.useCases = useCases
  }

  @inline(never)
  func load() async {
    do throws(MyPageError) {
      show(try await useCases.readProfile())
    } catch {
      state = .error("")
    }
  }

  @inline(never)
  func save(name: String, gender: Int) async {
    guard !isWriting else { return }
    isWriting = true
    let input = ProfileInput(name: name, gender: gender)
    do throws(MyPageError) {
      let draft = try await useCases.draftProfile(input)
      begin(.saving, input)
      show(try await useCases.saveProfile(draft))
      notice = Notice(title: messages.saveDoneTitle, text: messages.saveDone)
    } catch {
      state = .error("")
    }
  }

  @inline(never)
  func deleteProfile() async {
    guard case .loaded(let content) = state, !isWriting else { return }
    isWriting = true
    begin(.deleting, content.form)
    do throws(MyPageError) {
      try await useCases.deleteProfile()
      show(StoredProfile(profile: nil, isSaved: false))
      notice = Notice(title: messages.deleteDoneTitle, text: messages.deleteDone)
    } catch {
      state = .error("")
    }
  }

  /// Shows what goes on beside what is shown already.
  private func begin(_ activity: MyPageActivity, _ form: ProfileInput) {
    guard case .loaded(let content) = state else { return }
    state = .loaded(
      MyPageContent(profile: content.profile, isSaved: content.isSaved, activity: activity, form: form))
  }

  private func show(_ stored: StoredProfile) {
    isWriting = false
    let profile = stored.profile.map { MyPageProfile($0, messages: messages) }
    state = .loaded(MyPageContent(profile: profile, isSaved: stored.isSaved))
  }
}
