#if Network
  import Core
  import FaultTable

  /// One action of a Store, the call in it that goes wrong, and what a user is to see then.
  @MainActor
  struct StoreCase: CustomStringConvertible {
    typealias Act = @MainActor (Stage) async -> Void

    let description: String
    /// The verb and the path of the call that goes wrong.
    let route: String
    /// How much there is to read.
    private let postCount: Int
    /// What leads to the state in which the user acts.
    private let prepare: Act
    private let act: Act
    /// How a user goes on; by default they do the same again.
    private let leave: Act?
    /// Changes what was to be seen before to what is to be seen then.
    let change: @MainActor (Trouble, inout Sight) -> Void

    nonisolated init(
      _ description: String, _ route: String, postCount: Int = 45,
      prepare: @escaping Act = { await $0.logIn() }, act: @escaping Act, leave: Act? = nil,
      change: @escaping @MainActor (Trouble, inout Sight) -> Void
    ) {
      self.description = description
      self.route = route
      self.postCount = postCount
      self.prepare = prepare
      self.act = act
      self.leave = leave
      self.change = change
    }

    /// Every action of the three Stores that sends something, in every state in which it means something else.
    nonisolated static let all = authentication + feed + myPage

    /// What is to be seen before, in and after the trouble.
    struct Course {
      let before: Sight
      let inTrouble: Sight
      let after: Sight
    }

    /// Acts over a network in trouble, and goes on when it is over.
    func play(over network: any APIClient, goesOn: Bool = true) async -> Course {
      let stage = Stage(TroubledClient(route, network: network, postCount: postCount))
      await prepare(stage)
      stage.takeNote()
      let before = stage.sight
      stage.client.setTrouble(true)
      await act(stage)
      let inTrouble = stage.sight
      stage.client.setTrouble(false)
      guard goesOn else { return Course(before: before, inTrouble: inTrouble, after: inTrouble) }
      await stage.returnToSession()
      stage.takeNote()
      await (leave ?? act)(stage)
      return Course(before: before, inTrouble: inTrouble, after: stage.sight)
    }

    /// What is to be seen where nothing went wrong.
    func undisturbed() async -> Sight {
      let stage = Stage(TroubledClient("", network: FakeAPIClient(), postCount: postCount))
      await prepare(stage)
      stage.takeNote()
      await act(stage)
      if let leave {
        stage.takeNote()
        await leave(stage)
      }
      return stage.sight
    }
  }

  /// What a call came to, as far as a user is concerned.
  enum Trouble: Equatable {
    case none, noAnswer, unreadable, sessionEnded
    case status(Int, retryAfter: Int?)

    init(_ outcome: Outcome, _ fault: Fault) {
      switch outcome {
      case .success: self = .none
      case .refused, .connectionLost, .timedOut, .insecure, .offline: self = .noAnswer
      case .unreadable, .other: self = .unreadable
      case .sessionEnded: self = .sessionEnded
      case .status(let code): self = .status(code, retryAfter: fault.retryAfter)
      }
    }
  }
#endif
