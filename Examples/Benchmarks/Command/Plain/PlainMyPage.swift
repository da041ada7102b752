import Core
import Foundation
import MyPage

/// A profile in plain Swift.
@MainActor
final class PlainMyPage {
  private(set) var state = MyPageState.idle
  private(set) var notice: Notice?
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
    do throws(MyPageError) {
      let draft = try await useCases.draftProfile(ProfileInput(name: name, gender: gender))
      state = .loaded(MyPageContent(profile: nil, isSaved: true, activity: .saving))
      show(try await useCases.saveProfile(draft))
      notice = Notice(title: messages.saveDoneTitle, text: messages.saveDone)
    } catch {
      state = .error("")
    }
  }

  @inline(never)
  func deleteProfile() async {
    state = .loaded(MyPageContent(profile: nil, isSaved: true, activity: .deleting))
    do throws(MyPageError) {
      try await useCases.deleteProfile()
      state = .loaded(MyPageContent(profile: nil, isSaved: false))
      notice = Notice(title: messages.deleteDoneTitle, text: messages.deleteDone)
    } catch {
      state = .error("")
    }
  }

  private func show(_ stored: StoredProfile) {
    let profile = stored.profile.map { MyPageProfile($0, messages: messages) }
    state = .loaded(MyPageContent(profile: profile, isSaved: stored.isSaved))
  }
}
