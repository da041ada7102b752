#if Driver
  import ArgumentParser
  import Authentication
  import Core
  import ExampleApp

  extension Grammar {
    static let authentication = [
      ScriptCommand("login EMAIL PASSWORD", "Signs in.") {
        (player, account: Account) async throws(ScriptError) in
        await player.auth.login(email: account.email, pass: try player.password(account.password))
      },
      ScriptCommand(
        "signup EMAIL PASSWORD", "Creates an account and signs in.",
        isOffered: { $0.auth.capabilities.contains(.signUp) }
      ) {
        (player, account: Account) async throws(ScriptError) in
        await player.auth.signUp(email: account.email, pass: try player.password(account.password))
      },
      ScriptCommand("login-with apple|facebook|google", "Signs in with an identity provider.") {
        (player, choice: ProviderChoice) async throws(ScriptError) in
        guard let provider = player.environment.providers.first(where: { $0.id == choice.provider.rawValue }) else {
          throw ScriptError("The app does not offer \(choice.provider.rawValue).", kind: .failed)
        }
        await player.auth.login(with: provider)
      },
      ScriptCommand("restore", "Restores the session of an earlier launch.") { await $0.auth.restore() },
      ScriptCommand("logout", "Signs out.") { await $0.auth.logout() },
      ScriptCommand(
        "delete-account PASSWORD", "Deletes the account of the signed-in user.",
        isOffered: { $0.auth.capabilities.contains(.accountDeletion) }
      ) {
        (player, confirmation: Confirmation) async throws(ScriptError) in
        await player.auth.deleteAccount(pass: try player.password(confirmation.password))
      },
      ScriptCommand(
        "dismiss", "Dismisses the notice of Authentication.", withoutResult: ScriptCommand.dismissed
      ) { $0.auth.dismissNotice() },
    ]
  }

  private struct Account: PasswordArguments, Sendable {
    @Argument var email: String
    @Argument var password: String?
  }

  private struct Confirmation: PasswordArguments, Sendable {
    @Argument var password: String?
  }

  private struct ProviderChoice: ParsableArguments, Sendable {
    enum Provider: String, ExpressibleByArgument, CaseIterable {
      case apple, facebook, google
    }

    @Argument var provider: Provider
  }

  extension Player {
    fileprivate var auth: any AuthActions { root.auth }
  }
#endif
