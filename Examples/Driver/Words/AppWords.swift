#if Driver
  import ArgumentParser
  import Core
  import ExampleApp

  extension Grammar {
    /// What a line can ask of the app and of the backend.
    static let appWords: [any ScriptAction.Type] = [OpenWord.self, FailWord.self, ExpectWord.self]
  }

  struct OpenWord: ScriptAction {
    static let configuration = CommandConfiguration(
      commandName: "open", abstract: "Follows a deep link.", usage: "open focal://…")

    @Argument(transform: OpenWord.link) var link: DeepLink

    func perform(in player: Player) async throws(ScriptError) {
      await player.root.open(link)
    }

    @Sendable private static func link(_ text: String) throws -> DeepLink {
      guard let link = DeepLink(text) else {
        throw ValidationError("a link is one of \(DeepLink.forms.joined(separator: ", "))")
      }
      return link
    }
  }

  struct FailWord: ScriptAction {
    static let configuration = CommandConfiguration(
      commandName: "fail", abstract: "Makes the backend fail.",
      usage: "fail METHOD PATH KIND [TIMES]",
      discussion: "KIND is offline, timeout, malformed, or a status code.")

    @Argument var method: FaultMethod
    @Argument var path: String
    @Argument var kind: FaultKind
    @Argument var times = 1

    func validate() throws {
      guard path.hasPrefix("/") else { throw ValidationError("“\(path.printable)” is no path: it begins with /.") }
      guard (1...1_000_000).contains(times) else { throw ValidationError("TIMES is 1 to 1000000, and not \(times).") }
    }

    func perform(in player: Player) async throws(ScriptError) {
      do throws(FaultControlError) {
        try await player.faults.fail(method.method, path, kind: kind, times: times)
      } catch {
        throw ScriptError(error.message.escaped, kind: .failed)
      }
    }
  }

  struct ExpectWord: ScriptAction {
    static let configuration = CommandConfiguration(
      commandName: "expect", abstract: "Stops unless a Store is in a state.",
      usage: "expect STORE STATE [TEXT]",
      discussion: "STORE is auth, feed or mypage; TEXT is what the transcript prints behind the state.")

    @Argument var store: StoreName
    @Argument var state: String
    @Argument var text: String?

    func validate() throws {
      guard store.stateNames.contains(state) else {
        throw ValidationError(
          "“\(state.printable)” is no state of \(store.rawValue). There is \(store.stateNames.joined(separator: ", "))."
        )
      }
    }

    func perform(in player: Player) async throws(ScriptError) {
      let seen = player.state(of: store)
      guard seen.name == state, text == nil || seen.text == text else {
        let expected = StateText(name: state, text: text)
        let message = "expected \(store.rawValue) \(expected), found \(store.rawValue) \(seen)"
        throw ScriptError(message.escaped, kind: .failed)
      }
    }
  }
#endif
