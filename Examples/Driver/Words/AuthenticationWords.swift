#if Driver
  import ArgumentParser
  import Authentication
  import Core
  import ExampleApp

  extension Grammar {
    /// What a line can ask of Authentication.
    static let authenticationWords: [any ScriptAction.Type] = [
      LoginWord.self, SignUpWord.self, LoginWithWord.self, RestoreWord.self, LogoutWord.self, DismissWord.self,
    ]
  }

  struct LoginWord: ScriptAction {
    static let configuration = CommandConfiguration(
      commandName: "login", abstract: "Signs in.", usage: "login EMAIL PASSWORD")
    static let takesSecret = true

    @Argument var email: String
    @Argument var password: String?

    var asksPassword: Bool { password == nil }

    func perform(in player: Player) async throws(ScriptError) {
      await player.root.auth.login(email: email, pass: try player.password(password, of: "login"))
    }

    func shown(_ line: String) -> String { shown(email, password) }
  }

  struct SignUpWord: ScriptAction {
    static let configuration = CommandConfiguration(
      commandName: "signup", abstract: "Makes an account and signs in to it.", usage: "signup EMAIL PASSWORD")
    static let takesSecret = true

    @Argument var email: String
    @Argument var password: String?

    var asksPassword: Bool { password == nil }

    func perform(in player: Player) async throws(ScriptError) {
      await player.root.auth.signUp(email: email, pass: try player.password(password, of: "signup"))
    }

    func shown(_ line: String) -> String { shown(email, password) }
  }

  extension ScriptAction {
    /// The words of a line that signs in, without the password, which may also stand in the place of the address.
    fileprivate func shown(_ email: String, _ password: String?) -> String {
      let isAddress =
        EmailAddress(email) != nil && email.allSatisfy { $0.isLetter || $0.isNumber || "@.-_+".contains($0) }
      let hidden = "••••••••"
      return (Self.words + [isAddress ? email : hidden] + (password == nil ? [] : [hidden])).joined(separator: " ")
    }
  }

  struct LoginWithWord: ScriptAction {
    static let configuration = CommandConfiguration(
      commandName: "login-with", abstract: "Signs in on the word of an identity provider.",
      usage: "login-with google|facebook")
    static let takesSecret = true

    @Argument var provider: Provider

    enum Provider: String, ExpressibleByArgument, CaseIterable {
      case google, facebook
    }

    func perform(in player: Player) async throws(ScriptError) {
      // The fake backend knows Taro by these tokens; a real provider would ask him.
      switch provider {
      case .google: await player.root.auth.login(with: .google { AccessToken("google-taro") })
      case .facebook: await player.root.auth.login(with: .facebook { AccessToken("facebook-taro") })
      }
    }
  }

  struct RestoreWord: ScriptAction {
    static let configuration = CommandConfiguration(
      commandName: "restore", abstract: "Takes up the session that an earlier launch left.", usage: "restore")

    func perform(in player: Player) async throws(ScriptError) {
      await player.root.auth.restore()
    }
  }

  struct LogoutWord: ScriptAction {
    static let configuration = CommandConfiguration(commandName: "logout", abstract: "Signs out.", usage: "logout")

    func perform(in player: Player) async throws(ScriptError) {
      await player.root.auth.logout()
    }
  }

  struct DismissWord: ScriptAction {
    static let configuration = CommandConfiguration(
      commandName: "dismiss", abstract: "Clears the notice of Authentication.", usage: "dismiss")

    func perform(in player: Player) async throws(ScriptError) {
      player.root.auth.dismissNotice()
    }
  }
#endif
