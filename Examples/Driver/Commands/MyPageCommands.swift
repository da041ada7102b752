#if Driver
  import ArgumentParser
  import ExampleApp
  import MyPage

  extension Grammar {
    static let myPage = [
      ScriptCommand("mypage load", "Loads the profile.") { player in
        await player.root.myPage.load()
        player.showProfile()
      },
      ScriptCommand(
        "mypage save \"NAME\" GENDER", "Saves the profile.",
        discussion: "GENDER is 1 for male, 2 for female, 3 for users who prefer not to say.",
        isOffered: { $0.myPage.capabilities.contains(.registration) }
      ) { (player, input: Input) in
        await player.root.myPage.save(name: input.name, gender: input.gender)
        player.showProfile()
      },
      ScriptCommand(
        "mypage delete", "Deletes the profile.", isOffered: { $0.myPage.capabilities.contains(.deletion) }
      ) { await $0.root.myPage.deleteProfile() },
      ScriptCommand("mypage dismiss", "Dismisses the notice of MyPage.", withoutResult: ScriptCommand.dismissed) {
        $0.root.myPage.dismissNotice()
      },
    ]
  }

  private struct Input: ParsableArguments, Sendable {
    @Argument var name: String
    @Argument var gender: Int
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
