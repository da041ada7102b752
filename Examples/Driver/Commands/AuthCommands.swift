#if Driver
  import ArgumentParser
  import Authentication
  import Core
  import ExampleApp

  extension Grammar {
    static let authentication: [any ScriptCommand.Type] = [
      LoginCommand.self, SignUpCommand.self, LoginWithCommand.self, RestoreCommand.self, LogoutCommand.self,
      DeleteAccountCommand.self, DismissCommand.self,
    ]
  }

  extension Player {
    fileprivate var auth: any AuthActions { root.auth }
  }

  struct LoginCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "login", abstract: "Signs in.", usage: "login EMAIL PASSWORD")
    static let hasSecret = true

    @Argument var email: String
    @Argument var password: String?

    var needsPassword: Bool { password == nil }

    func perform(in player: Player) async throws(ScriptError) {
      await player.auth.login(email: email, pass: try player.password(password, of: Self.self))
    }
  }

  struct SignUpCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "signup", abstract: "Creates an account and signs in.", usage: "signup EMAIL PASSWORD")
    static let hasSecret = true

    @Argument var email: String
    @Argument var password: String?

    var needsPassword: Bool { password == nil }

    func perform(in player: Player) async throws(ScriptError) {
      await player.auth.signUp(email: email, pass: try player.password(password, of: Self.self))
    }
  }

  struct LoginWithCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "login-with", abstract: "Signs in with an identity provider.",
      usage: "login-with apple|facebook|google")

    @Argument var provider: Provider

    enum Provider: String, ExpressibleByArgument, CaseIterable {
      case apple, facebook, google
    }

    func perform(in player: Player) async throws(ScriptError) {
      guard let provider = player.environment.providers.first(where: { $0.id == provider.rawValue }) else {
        throw ScriptError("The app does not offer \(provider.rawValue).", kind: .failed)
      }
      await player.auth.login(with: provider)
    }
  }

  struct RestoreCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "restore", abstract: "Restores the session of an earlier launch.", usage: "restore")

    func perform(in player: Player) async throws(ScriptError) {
      await player.auth.restore()
    }
  }

  struct LogoutCommand: ScriptCommand {
    static let configuration = CommandConfiguration(commandName: "logout", abstract: "Signs out.", usage: "logout")

    func perform(in player: Player) async throws(ScriptError) {
      await player.auth.logout()
    }
  }

  struct DeleteAccountCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete-account", abstract: "Deletes the account of the signed-in user.",
      usage: "delete-account PASSWORD")
    static let hasSecret = true

    @Argument var password: String?

    var needsPassword: Bool { password == nil }

    func perform(in player: Player) async throws(ScriptError) {
      await player.auth.deleteAccount(pass: try player.password(password, of: Self.self))
    }
  }

  struct DismissCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "dismiss", abstract: "Dismisses the notice of Authentication.", usage: "dismiss")

    func perform(in player: Player) async throws(ScriptError) {
      player.auth.dismissNotice()
    }
  }
#endif
