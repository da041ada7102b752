#if Driver
  import ArgumentParser
  import Core
  import CoreTesting
  import ExampleApp
  import StoreExploring

  extension Grammar {
    /// The lines with which `play --step` takes the place of the scheduler.
    static let steps = [
      ScriptCommand(
        "answer CALL [ANSWER] [--call N]", "Answers an open call.",
        discussion: """
          CALL is its number in the list of open calls, or its name in quotes, such as 'POST /v1/login'; of several with one \
          name, N counts from 0, the oldest.
          ANSWER is answered, what the server says, or a status, malformed, offline, timeout or lost.
          """, isStep: true
      ) { (player, reply: Reply) async throws(ScriptError) in
        let app = try player.scheduled
        try await app.answer(try reply.call(of: app).id, with: reply.answer)
      },
      ScriptCommand(
        "cancel \"LINE\" [--run N]", "Cancels a running action.",
        discussion: "LINE is the action in quotes, as the list shows it; of several, N counts from 0, the oldest.",
        isStep: true
      ) { (player, cancellation: Cancellation) async throws(ScriptError) in
        try await player.scheduled.cancel(cancellation.line, run: cancellation.run)
      },
      ScriptCommand(
        "back [STEPS]", "Goes back, and begins again from there.", discussion: "STEPS is 1 where it is left out.",
        isStep: true
      ) { (player, back: Back) async throws(ScriptError) in
        let app = try player.scheduled
        try await app.look(at: app.position - back.steps)
        await app.goOn()
      },
      ScriptCommand(
        "wrong", "Says that the last step should have changed nothing, as the recorded test expects then.", isStep: true
      ) { (player, _: NoArguments) async throws(ScriptError) in
        let app = try player.scheduled
        app.setWrong(true, stepAt: app.position - 1)
      },
    ]
  }

  private struct Reply: ParsableArguments, Sendable {
    @Argument var name: String
    @Argument var answer = HeldResponse.answered
    @Option(name: .customLong("call")) var number = 0

    @MainActor
    func call(of app: ScheduledApp) throws(ScriptError) -> ScheduledApp.Call {
      let calls = app.calls
      if let position = Int(name), calls.indices.contains(position - 1) { return calls[position - 1] }
      guard let call = calls.filter({ $0.name == name }).first(where: { $0.number == number }) else {
        let open = calls.map { ShellWords.line([$0.name]) }.joined(separator: ", ")
        throw ScriptError(
          "No such call is open: \(name.printable(maximumCharacters: 100)). Open: \(open.isEmpty ? "none" : open).",
          kind: .failed)
      }
      return call
    }
  }

  private struct Cancellation: ParsableArguments, Sendable {
    @Argument var line: String
    @Option var run = 0

    func validate() throws {
      guard run >= 0 else { throw ValidationError("Expected a number from 0.") }
    }
  }

  private struct Back: ParsableArguments, Sendable {
    @Argument var steps = 1

    func validate() throws {
      guard steps > 0 else { throw ValidationError("Expected a number of steps from 1.") }
    }
  }

  extension Player {
    fileprivate var scheduled: ScheduledApp {
      get throws(ScriptError) {
        guard let scheduler else { throw ScriptError("Calls are answered by themselves without --step.") }
        return scheduler
      }
    }
  }
#endif
