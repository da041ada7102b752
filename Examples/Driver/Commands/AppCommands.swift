#if Driver
  import ArgumentParser
  import Core
  import ExampleApp

  extension Grammar {
    static let app: [any ScriptCommand.Type] = [
      OpenCommand.self, RelaunchCommand.self, FailCommand.self, ExpectCommand.self,
    ]
  }

  struct OpenCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "open", abstract: "Opens a deep link.", usage: "open focal://…")

    @Argument(transform: OpenCommand.link) var link: DeepLink

    func perform(in player: Player) async throws(ScriptError) {
      guard case .compose(let replyTo?) = link else { return await player.root.open(link) }
      await player.root.open(.compose(replyTo: try PostReference(argument: replyTo).id(in: player)))
    }

    @Sendable private static func link(_ text: String) throws -> DeepLink {
      guard let link = DeepLink(text) else {
        throw ValidationError("Unknown link. Available: \(DeepLink.forms.joined(separator: ", ")).")
      }
      return link
    }
  }

  struct RelaunchCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "relaunch", abstract: "Kills the app and launches it again.", usage: "relaunch")

    func perform(in player: Player) async throws(ScriptError) {
      await player.relaunch()
    }
  }

  struct FailCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "fail",
      abstract: "Makes requests fail.", usage: "fail METHOD PATH KIND [TIMES]",
      discussion: "KIND is offline, timeout, lost, malformed, or a status code.")

    @Argument var method: Method
    @Argument var path: String
    @Argument var kind: Kind
    @Argument var times = 1

    func validate() throws {
      guard path.hasPrefix("/") else { throw ValidationError("Expected a path that begins with “/”.") }
      guard (1...1_000_000).contains(times) else { throw ValidationError("Expected TIMES from 1 to 1000000.") }
    }

    func perform(in player: Player) async throws(ScriptError) {
      var segments: [String] = []
      for segment in path.split(separator: "/", omittingEmptySubsequences: false) {
        segments.append(
          segment.hasPrefix("@")
            ? HTTPRequest.percentEncoded(try PostReference(argument: String(segment)).id(in: player)) : String(segment))
      }
      do throws(FaultControlError) {
        try await player.faults.fail(
          method.method, segments.joined(separator: "/"), kind: kind.word, times: times)
      } catch {
        throw ScriptError(error.message.printable(maximumCharacters: 1_000), kind: .failed)
      }
    }

    /// The method of a route, in upper or lower case.
    struct Method: ExpressibleByArgument {
      let method: HTTPMethod

      static var allValueStrings: [String] {
        let routes = FakeBackend().routes.names
        return HTTPMethod.allCases.map(\.rawValue).filter { method in routes.contains { $0.hasPrefix("\(method) ") } }
      }

      init?(argument: String) {
        guard let method = HTTPMethod(rawValue: argument.uppercased()) else { return nil }
        self.method = method
      }
    }

    /// A word that ``Core/FakeOutcome`` knows.
    struct Kind: ExpressibleByArgument {
      let word: String

      static let allValueStrings = ["offline", "timeout", "lost", "malformed", "a status code from 200 to 599"]

      init?(argument: String) {
        guard FakeOutcome(kind: argument) != nil else { return nil }
        word = argument
      }
    }
  }

  struct ExpectCommand: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "expect",
      abstract: "Fails unless a Store is in a state.", usage: "expect STORE STATE [TEXT]",
      discussion: "STORE is auth, feed, outbox or mypage; TEXT is what the transcript shows after the state.")

    @Argument var store: StoreName
    @Argument var state: String
    @Argument var text: String?

    func validate() throws {
      guard store.stateNames.contains(state) else {
        throw ValidationError(
          "Unknown state “\(state.printable(maximumCharacters: 40))” of \(store.rawValue). "
            + "Available: \(store.stateNames.joined(separator: ", ")).")
      }
    }

    func perform(in player: Player) async throws(ScriptError) {
      let actual = player.state(of: store)
      guard actual.name == state, text == nil || actual.text == text else {
        let expected = StateText(name: state, text: text)
        throw ScriptError(
          "Expected \(store.rawValue) \(expected.description.printable()); "
            + "found \(store.rawValue) \(actual.description.printable()).",
          kind: .failed)
      }
    }
  }
#endif
