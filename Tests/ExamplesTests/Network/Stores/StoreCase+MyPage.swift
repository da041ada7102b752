#if Network
  import Core
  import Foundation
  import MyPage

  extension StoreCase {
    private nonisolated static let messages = MyPageMessages.english

    /// The profile of the table's server.
    private nonisolated static let taro = MyPageProfile(name: "Taro", gender: "Male", createdAt: "March 8, 2022")

    /// What becomes of what is shown where something else went wrong.
    private static func tell(
      _ trouble: Trouble, _ sight: inout Sight, _ title: String, _ text: String, button: String = "OK"
    ) {
      switch trouble {
      case .sessionEnded:
        sight.myPageRoutes = [.sessionEnded]
        sight.isSignedIn = false
      case .status(401, _), .status(403, _):
        sight.notices = [Notice(title: title, text: messages.notAuthorized, button: button)]
      case .none, .noAnswer, .unreadable, .status:
        sight.notices = [Notice(title: title, text: text, button: button)]
      }
    }

    private nonisolated static let load: Act = { await $0.myPage.load() }
    private nonisolated static let loaded: Act = { stage in
      await stage.logIn()
      await stage.myPage.load()
    }
    private nonisolated static let save: Act = { await $0.myPage.save(name: "Jiro", gender: 1) }
    private nonisolated static let saved: Act = { stage in
      await loaded(stage)
      await save(stage)
    }

    nonisolated static let myPage = [
      StoreCase("fetch", "GET /v1/profile", act: load) { trouble, sight in
        switch trouble {
        case .none:
          sight.myPage = .loaded(MyPageContent(profile: taro, isSaved: true))
        case .sessionEnded:
          sight.myPage = .error(messages.notAuthorized)
          sight.myPageRoutes = [.sessionEnded]
          sight.isSignedIn = false
        case .status(403, _):
          sight.myPage = .error(messages.notAuthorized)
          sight.myPageRoutes = [.signIn]
        case .noAnswer, .unreadable, .status:
          sight.myPage = .error(messages.readFailed)
        }
      },
      StoreCase("fetch again", "GET /v1/profile", prepare: loaded, act: load) { trouble, sight in
        guard trouble == .none else {
          return tell(
            trouble, &sight, messages.readFailedTitle, messages.readFailed, button: messages.retry)
        }
        sight.myPage = .loaded(MyPageContent(profile: taro, isSaved: true))
      },
      StoreCase("save", "PUT /v1/profile", prepare: loaded, act: save) { trouble, sight in
        guard trouble == .none else {
          let form = ProfileInput(name: "Jiro", gender: 1)
          sight.myPage = .loaded(MyPageContent(profile: nil, isSaved: false, form: form))
          return tell(trouble, &sight, messages.saveFailedTitle, messages.saveFailed)
        }
        sight.myPage = .loaded(MyPageContent(profile: taro, isSaved: true))
        sight.notices = [Notice(title: messages.saveDoneTitle, text: messages.saveDone, button: "OK")]
      },
      StoreCase(
        "delete", "DELETE /v1/profile", prepare: saved, act: { await $0.myPage.deleteProfile() }
      ) { trouble, sight in
        guard trouble == .none else {
          return tell(trouble, &sight, messages.deleteFailedTitle, messages.deleteFailed)
        }
        sight.myPage = .loaded(MyPageContent(profile: nil, isSaved: false))
        sight.notices = [Notice(title: messages.deleteDoneTitle, text: messages.deleteDone, button: "OK")]
      },
    ]
  }
#endif
