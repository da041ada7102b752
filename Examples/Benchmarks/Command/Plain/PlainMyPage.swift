import Core
import Foundation
import MyPage

/// A profile in plain Swift: what `MyPageStore` does, in a class with variables.
@MainActor
final class PlainMyPage {
  private(set) var state = MyPageState.idle
  private(set) var notice: Notice?
  private let useCases: ImmediateMyPage
  private let messages = MyPageMessages.english
  private var isReading = false
  private var isWriting = false

  init(_ useCases: ImmediateMyPage) {
    self.useCases = useCases
  }

  @inline(never)
  func load() async {
    guard !isReading, !isWriting else { return }
    isReading = true
    let before = state
    do throws(MyPageError) {
      show(try await useCases.readProfile())
    } catch {
      isReading = false
      state = error == .cancelled ? before : .error("")
    }
  }

  @inline(never)
  func save(name: String, gender: Int) async {
    guard case .loaded(let content) = state, !isWriting else { return }
    isWriting = true
    let input = ProfileInput(name: name, gender: gender)
    do throws(MyPageError) {
      let draft = try await useCases.draftProfile(input)
      show(content, .saving, form: input)
      show(try await useCases.saveProfile(draft))
      notice = Notice(title: messages.saveDoneTitle, text: messages.saveDone, button: messages.dismiss)
    } catch {
      isWriting = false
      show(content, .none, form: error == .cancelled ? content.form : input)
    }
  }

  @inline(never)
  func deleteProfile() async {
    guard case .loaded(let content) = state, !isWriting else { return }
    isWriting = true
    show(content, .deleting, form: content.form)
    do throws(MyPageError) {
      try await useCases.deleteProfile()
      show(StoredProfile(profile: nil, isSaved: false))
      notice = Notice(title: messages.deleteDoneTitle, text: messages.deleteDone, button: messages.dismiss)
    } catch {
      isWriting = false
      show(content, .none, form: content.form)
    }
  }

  private func show(_ content: MyPageContent, _ activity: MyPageActivity, form: ProfileInput) {
    isReading = false
    state = .loaded(
      MyPageContent(profile: content.profile, isSaved: content.isSaved, activity: activity, form: form))
  }

  private func show(_ stored: StoredProfile) {
    isReading = false
    isWriting = false
    let profile = stored.profile.map { MyPageProfile($0, messages: messages) }
    state = .loaded(MyPageContent(profile: profile, isSaved: stored.isSaved))
  }
}
