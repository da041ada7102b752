#if Driver
  import ArgumentParser
  import ExampleApp
  import MyPage

  extension Grammar {
    /// What a line can ask of MyPage.
    static let myPageWords: [any ScriptAction.Type] = [
      MyPageLoadWord.self, MyPageSaveWord.self, MyPageDeleteWord.self, MyPageDismissWord.self,
    ]
  }

  struct MyPageLoadWord: ScriptAction {
    static let configuration = CommandConfiguration(
      commandName: "mypage load", abstract: "Reads the profile.", usage: "mypage load")

    func perform(in player: Player) async throws(ScriptError) {
      await player.root.myPage.load()
      player.showProfile()
    }
  }

  struct MyPageSaveWord: ScriptAction {
    static let configuration = CommandConfiguration(
      commandName: "mypage save", abstract: "Saves the profile.",
      usage: "mypage save \"NAME\" GENDER",
      discussion: "GENDER is 1 for male, 2 for female, 3 for those who choose not to say.")

    @Argument var name: String
    @Argument var gender: Int

    func perform(in player: Player) async throws(ScriptError) {
      await player.root.myPage.save(name: name, gender: gender)
      player.showProfile()
    }
  }

  struct MyPageDeleteWord: ScriptAction {
    static let configuration = CommandConfiguration(
      commandName: "mypage delete", abstract: "Deletes the profile.", usage: "mypage delete")

    func perform(in player: Player) async throws(ScriptError) {
      await player.root.myPage.deleteProfile()
    }
  }

  struct MyPageDismissWord: ScriptAction {
    static let configuration = CommandConfiguration(
      commandName: "mypage dismiss", abstract: "Clears the notice of MyPage.", usage: "mypage dismiss")

    func perform(in player: Player) async throws(ScriptError) {
      player.root.myPage.dismissNotice()
    }
  }

  extension Player {
    /// Shows the profile, where there is one.
    func showProfile() {
      guard case .loaded(let content) = root.myPage.state, let profile = content.profile else { return }
      let messages = environment.language.myPage
      show(messages.title, "\(messages.nameLabel)\(profile.name)")
      show("", "\(messages.genderLabel)\(profile.gender)")
      show("", "\(messages.createdAtLabel)\(profile.createdAt)")
    }
  }
#endif
