#if Driver
  import ArgumentParser
  import Core
  import ExampleApp

  extension Grammar {
    static let app = [
      ScriptCommand("open focal://…", "Opens a deep link.") {
        (player, opening: Opening) async throws(ScriptError) in
        switch opening.link {
        case .compose(let replyTo?):
          await player.root.open(.compose(replyTo: try PostReference(argument: replyTo).id(in: player)))
        case .timeline(.thread(let post)):
          await player.root.open(.timeline(.thread(of: try PostReference(argument: post).id(in: player))))
        case .compose(nil), .timeline(nil), .timeline(.list), .myPage, .signIn, .signUp:
          await player.root.open(opening.link)
        }
      },
      ScriptCommand("show timeline|mypage", "Shows a tab, and reads nothing.") { (player, choice: Tab) in
        player.root.show(choice.name == .timeline ? .timeline : .myPage)
      },
      ScriptCommand("relaunch", "Kills the app and launches it again.") { await $0.relaunch() },
      ScriptCommand(
        "fail METHOD PATH KIND [TIMES]", "Makes requests fail.",
        discussion: "KIND is offline, timeout, lost, malformed, or a status code.",
        withoutResult: "The next such request fails."
      ) { (player, fault: Fault) async throws(ScriptError) in
        var segments: [String] = []
        for segment in fault.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init) {
          segments.append(
            segment.hasPrefix("@")
              ? HTTPRequest.percentEncoded(try PostReference(argument: segment).id(in: player)) : segment)
        }
        do throws(FaultControlError) {
          try await player.faults.fail(
            fault.method.method, segments.joined(separator: "/"), kind: fault.kind.word, times: fault.times)
        } catch {
          throw ScriptError(error.message.printable(maximumCharacters: 1_000), kind: .failed)
        }
      },
      ScriptCommand(
        "expect STORE STATE [TEXT]", "Fails unless a Store is in a state.",
        discussion: "STORE is auth, feed, outbox or mypage; TEXT is what the transcript shows after the state.",
        withoutResult: "As expected."
      ) { (player, expectation: Expectation) async throws(ScriptError) in
        let (store, expected) = (expectation.store, StateText(name: expectation.state, text: expectation.text))
        let actual = player.root.stateText(of: store)
        guard actual.name == expected.name, expected.text == nil || actual.text == expected.text else {
          throw ScriptError(
            "Expected \(store.rawValue) \(expected.description.printable()); "
              + "found \(store.rawValue) \(actual.description.printable()).",
            kind: .failed)
        }
      },
    ]
  }

  private struct Opening: ParsableArguments, Sendable {
    @Argument(transform: Self.link) var link: DeepLink

    @Sendable private static func link(_ text: String) throws -> DeepLink {
      guard let link = DeepLink(text) else {
        throw ValidationError("Unknown link. Available: \(DeepLink.forms.joined(separator: ", ")).")
      }
      return link
    }
  }

  private struct Tab: ParsableArguments, Sendable {
    enum Name: String, ExpressibleByArgument, CaseIterable {
      case timeline, mypage
    }

    @Argument var name: Name
  }

  private struct Fault: ParsableArguments, Sendable {
    @Argument var method: Method
    @Argument var path: String
    @Argument var kind: Kind
    @Argument var times = 1

    func validate() throws {
      guard path.hasPrefix("/") else { throw ValidationError("Expected a path that begins with “/”.") }
      guard (1...1_000_000).contains(times) else { throw ValidationError("Expected TIMES from 1 to 1000000.") }
    }

    /// The method of a route, in upper or lower case.
    struct Method: ExpressibleByArgument, Sendable {
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
    struct Kind: ExpressibleByArgument, Sendable {
      let word: String

      static let allValueStrings = ["offline", "timeout", "lost", "malformed", "a status code from 200 to 599"]

      init?(argument: String) {
        guard FakeOutcome(kind: argument) != nil else { return nil }
        word = argument
      }
    }
  }

  private struct Expectation: ParsableArguments, Sendable {
    @Argument var store: StoreName
    @Argument var state: String
    @Argument var text: String?

    func validate() throws {
      guard store.stateNames.contains(state) else {
        throw ValidationError(
          "Unknown state “\(state.printable(maximumCharacters: 40))” of \(store.rawValue)."
            + "\(state.suggestion(among: store.stateNames)) Available: \(store.stateNames.joined(separator: ", ")).")
      }
    }
  }
#endif
