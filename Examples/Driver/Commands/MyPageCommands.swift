#if Driver
  import ArgumentParser
  import ExampleApp
  import MyPage

  extension Grammar {
    static let myPage: [any ScriptCommand.Type] = [
      MyPageLoadCommand.self, MyPageSaveCommand.self, MyPageDeleteCommand.self, MyPageDismissCommand.self,
    ]
  }

  struct MyPageLoadCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "mypage load", abstract: "Loads the profile.", usage: "mypage load")

    func perform(in player: Player) async throws(ScriptError) {
      await player.root.myPage.load()
      player.showProfile()
    }
  }

  struct MyPageSaveCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "mypage save", abstract: "Saves the profile.", usage: "mypage save \"NAME\" GENDER",
      discussion: "GENDER is 1 for male, 2 for female, 3 for users who prefer not to say.")

    @Argument var name: String
    @Argument var gender: Int

    func perform(in player: Player) async throws(ScriptError) {
      await player.root.myPage.save(name: name, gender: gender)
      player.showProfile()
    }
  }

  struct MyPageDeleteCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "mypage delete", abstract: "Deletes the profile.", usage: "mypage delete")

    func perform(in player: Player) async throws(ScriptError) {
      await player.root.myPage.deleteProfile()
    }
  }

  struct MyPageDismissCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "mypage dismiss", abstract: "Dismisses the notice of MyPage.", usage: "mypage dismiss")

    func perform(in player: Player) async throws(ScriptError) {
      player.root.myPage.dismissNotice()
    }
  }

  extension Player {
    /// Shows the profile, where there is one.
    fileprivate func showProfile() {
      guard case .loaded(let content) = root.myPage.state, let profile = content.profile else { return }
      let messages = root.myPage.messages
      show(
        messages.title,
        [
          messages.nameLabel + profile.name, messages.genderLabel + profile.gender,
          messages.createdAtLabel + profile.createdAt,
        ])
    }
  }
#endif
