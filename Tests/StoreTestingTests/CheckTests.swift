import Foundation
import Observation
import StoreExploring
import StoreTesting
import Testing

/// What the ready-made checks find in a model, without an invariant.
@Suite(.withoutLines)
@MainActor
struct CheckTests {
  @Test(arguments: Example.all)
  func `Each check finds its mistake, and nothing in the mended model`(example: Example) async {
    let racy = await example.explorer(isMended: false).check()
    #expect(racy.findings.map(\.check) == [example.check])
    #expect(racy.findings.map(\.violation.steps) == [example.steps])
    #expect(racy.exploration.outcome == .clean)
    #expect(await example.explorer(isMended: true).check().findings == [])
    #expect(await example.explorer(isMended: true).check(maximumSchedules: 10).findings == [])
    let left = await example.explorer(isMended: false).check(leavingOut: [example.check], maximumSchedules: 300)
    #expect(left.findings == [])
  }

  @Test(arguments: Meant.all)
  func `What a correct model means is no finding`(meant: Meant) async {
    let report = await meant.explorer().check()
    #expect(report.findings == [], "\(report)")
    #expect(report.exploration.isComplete && report.cutShort == [:])
  }

  @Test func `What is wrong only after many steps is found too`() async {
    let explorer = StoreExplorer(
      actions: [
        StoreAction("next", when: { $0.index < 16 }) { $0.index += 1 },
        StoreAction("load", when: { $0.index == 16 }) { player in
          player.isLoading = true
          if (try? await player.load(0)) != nil { player.isLoading = false }
        },
      ]
    ) { Player($0) }
    #expect(await explorer.check().findings.map(\.check) == [.loading])
  }

  @Test func `A check that stops at a limit of its own is named`() async throws {
    let example = try #require(Example.all.first { $0.check == .overlap })
    var explorer = example.explorer(isMended: true)
    explorer.maximumStatesOfRun = 1
    let report = await explorer.check(leavingOut: Set(Check.allCases).subtracting([.error, .lostAnswer]))
    #expect(
      report.description == """
        Nothing was found. Complete: all schedules of any length are covered, with up to 2 actions at once.
        Not checked to the end: an error does not outlive a success; it stops after 1 state of an action.
        Not checked to the end: a retry after a lost answer ends as the first try; it stops after 1 state of an action.
        """)
  }

  @Test func `A report shows each finding with its schedule, and what was covered`() async throws {
    let example = try #require(Example.all.first { $0.check == .doubleTap })
    #expect(
      await example.explorer(isMended: false).check().description == """
        Found after 2 steps: a double tap is one request, but “send” is called twice.

        _ = try await explorer.replay([
          .start("send"),
          .start("send"),
        ])

        step   send #1      send #2      state
                                         isLoading false, rows [], errorMessage nil, shown 0
        send   calls send                isLoading true
        send   │            calls send

        Complete: all schedules of any length are covered, with up to 2 actions at once.
        """)
    #expect(
      await example.explorer(isMended: true).check().description
        == "Nothing was found. Complete: all schedules of any length are covered, with up to 2 actions at once.")
    #expect(
      await example.explorer(isMended: true).check(maximumSchedules: 1).description == """
        Nothing was found. Not complete: schedules of up to 1 step are covered, with up to 2 actions at once; the maximum \
        of 1 schedule was reached, and 1 state was left.
        """)
  }

  @Test func `A finding is a failure with its schedule, unless the check is left out`() async throws {
    let example = try #require(Example.all.first { $0.check == .retry })
    await withKnownIssue {
      await expectChecked(example.explorer(isMended: false))
    } matching: { issue in
      issue.comments.first?.rawValue.hasPrefix(
        """
        Found after 2 steps, and then by 2 steps without end: retries end, but “send” is called without end.

        _ = try await explorer.replay([
          .start("load"),
          .answer("send", with: "done"),
          .answer("send", with: "offline"),
          .answer("send", with: "done"),
        ])
        """) == true
    }
    await expectChecked(example.explorer(isMended: false), leavingOut: [.retry], maximumSchedules: 300)
  }
}

/// A mistake that a check finds.
struct Example: Sendable, CustomTestStringConvertible {
  let check: Check
  /// The shortest schedule.
  let steps: [Step]
  private let isRelaunched: Bool
  private let actions: @MainActor @Sendable (_ isMended: Bool) -> [StoreAction<Screen>]

  var testDescription: String { check.rawValue }

  private init(
    _ check: Check, _ steps: [Step], isRelaunched: Bool = false,
    _ actions: @escaping @MainActor @Sendable (Bool) -> [StoreAction<Screen>]
  ) {
    (self.check, self.steps, self.isRelaunched, self.actions) = (check, steps, isRelaunched, actions)
  }

  @MainActor func explorer(isMended: Bool) -> StoreExplorer<Screen, ObservedProperties> {
    let relaunch: @MainActor (Screen, ControlledDependencies) async -> Screen = { Screen($0.outside, $1) }
    var explorer = StoreExplorer(actions: actions(isMended), relaunch: isRelaunched ? relaunch : nil) {
      Screen(Outside(), $0)
    }
    explorer.patience = 1
    return explorer
  }

  static let all = [
    Example(.stuck, [.start("wait")]) { isMended in
      [
        StoreAction("wait") { _ in
          if !isMended { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
        }
      ]
    },
    Example(.loading, [.start("load"), .answer("load", with: "offline")]) { isMended in
      [
        StoreAction("load") { screen in
          screen.isLoading = true
          defer { if isMended { screen.isLoading = false } }
          guard let rows = try? await screen.load(1) else { return }
          screen.rows = rows
          screen.isLoading = false
        }
      ]
    },
    Example(.loading, [.start("load"), .answer("load", with: "rows"), .start("load")]) { isMended in
      [
        StoreAction("load") { screen in
          screen.isLoading = true
          guard screen.rows.isEmpty else { return screen.isLoading = !isMended }
          screen.rows = (try? await screen.load(1)) ?? []
          screen.isLoading = false
        }
      ]
    },
    Example(.loading, [.start("load"), .answer("load", with: "nothing")]) { isMended in
      [
        StoreAction("load") { screen in
          screen.isLoading = true
          let rows = (try? await screen.load(3)) ?? [3]
          if !rows.isEmpty || isMended { screen.isLoading = false }
        }
      ]
    },
    Example(
      .error,
      [.start("load"), .answer("load", with: "offline"), .start("load"), .answer("load", with: "rows")]
    ) { isMended in
      [
        StoreAction("load") { screen in
          do {
            screen.rows = try await screen.load(1)
            if isMended { screen.errorMessage = nil }
          } catch {
            screen.errorMessage = "offline"
          }
        }
      ]
    },
    Example(.doubleTap, [.start("send"), .start("send")]) { isMended in
      [
        StoreAction("send") { screen in
          if isMended, screen.isLoading { return }
          screen.isLoading = true
          try? await screen.send()
          screen.isLoading = false
        }
      ]
    },
    Example(
      .overlap,
      [
        .start("show 1"), .start("show 2"), .answer("load", call: 1, with: "rows"), .answer("load", with: "rows"),
      ]
    ) { isMended in
      [1, 2].map { number in
        StoreAction("show \(number)", when: { $0.shown < number }) { screen in
          screen.shown = number
          guard let rows = try? await screen.load(number), !isMended || screen.shown == number else { return }
          screen.rows = rows
        }
      }
    },
    Example(.cancellation, [.start("load"), .cancel("load")]) { isMended in
      [
        StoreAction("load", canBeCancelled: true) { screen in
          do {
            screen.rows = try await screen.load(1)
            screen.errorMessage = nil
          } catch is CancellationError where isMended {
          } catch {
            screen.errorMessage = "offline"
          }
        }
      ]
    },
    Example(
      .lostAnswer,
      [
        .start("order"), .answer("order", with: "done"), .answer("answer to order", with: "lost"), .start("order"),
        .answer("order", with: "done"), .answer("answer to order", with: "arrives"),
      ]
    ) { isMended in
      [
        StoreAction("order", when: { $0.shown == 0 && !$0.isLoading && $0.outside.orders.count < 2 }) { screen in
          if !isMended { screen.key = UUID() }
          screen.isLoading = true
          defer { screen.isLoading = false }
          guard (try? await screen.order(screen.key)) != nil else { return }
          screen.shown = 1
        }
      ]
    },
    Example(.deadEnd, [.start("close"), .answer("send", with: "offline")]) { isMended in
      [
        StoreAction("close") { screen in
          guard screen.shown == 0 else { return }
          screen.shown = 1
          do { try await screen.send() } catch { screen.shown = isMended ? 0 : 1 }
        }
      ]
    },
    Example(.kill, [.start("write"), .kill], isRelaunched: true) { isMended in
      [
        StoreAction("write", when: { $0.rows.isEmpty }) { screen in
          screen.rows = [1]
          if isMended { screen.outside.rows = [1] }
          try? await screen.send()
          screen.outside.rows = [1]
        }
      ]
    },
    Example(.retry, [.start("load"), .answer("send", with: "done")]) { isMended in
      [
        StoreAction("load", locals: .forgotten, when: { !$0.isLoading }) { screen in
          screen.isLoading = true
          while screen.isLoading {
            do {
              try await screen.send()
              screen.isLoading = !isMended
            } catch is CancellationError {
              return
            } catch {}
          }
        }
      ]
    },
  ]
}

/// What looks like a mistake, and is none.
struct Meant: Sendable, CustomTestStringConvertible {
  let testDescription: String
  private let isRelaunched: Bool
  private let actions: @MainActor @Sendable () -> [StoreAction<Player>]

  private init(
    _ description: String, isRelaunched: Bool = false,
    _ actions: @escaping @MainActor @Sendable () -> [StoreAction<Player>]
  ) {
    (testDescription, self.isRelaunched, self.actions) = (description, isRelaunched, actions)
  }

  @MainActor func explorer() -> StoreExplorer<Player, ObservedProperties> {
    let relaunch: @MainActor (Player, ControlledDependencies) async -> Player = { Player($1, kept: $0.kept) }
    return StoreExplorer(actions: actions(), relaunch: isRelaunched ? relaunch : nil) { Player($0) }
  }

  static let all = [
    Meant("a button that cancels what is loading") {
      [
        StoreAction("load") { await $0.search("tea") },
        StoreAction("cancel") { player in
          player.searching?.cancel()
          player.isLoading = false
        },
      ]
    },
    Meant("a button that discards what is loading") {
      [
        StoreAction("load", when: { !$0.isLoading && $0.index < 3 }) { player in
          player.index += 1
          (player.isLoading, player.query) = (true, "loading")
          let number = player.index
          let shown = try? await player.load(0)
          if number == player.index { (player.isLoading, player.query, player.shown) = (false, "", shown ?? "") }
        },
        StoreAction("discard", when: { $0.isLoading && $0.index < 4 }) { player in
          player.index += 1
          (player.isLoading, player.query) = (false, "")
        },
      ]
    },
    Meant("a search that ends the last one") {
      ["tea", "teapot"].map { query in StoreAction("type \(query)") { await $0.search(query) } }
    },
    Meant("an activity that the server tells") {
      [StoreAction("read") { player in player.isFollowing = (try? await player.readsFollowing()) ?? false }]
    },
    Meant("what an answer tells, though the next one fails") {
      [
        StoreAction("load") { player in
          guard !player.isLoading else { return }
          player.isLoading = true
          defer { player.isLoading = false }
          guard let isFollowing = try? await player.readsFollowing() else { return }
          player.isFollowing = isFollowing
          player.shown = (try? await player.load(0)) ?? ""
        }
      ]
    },
    Meant("what the last answer tells") {
      [
        StoreAction("load") { player in
          guard (try? await player.load(0)) == nil else { return player.isFollowing = false }
          player.isFollowing = (try? await player.receive()) != nil
        }
      ]
    },
    Meant("a choice that is shown at once") {
      [
        StoreAction("follow", when: { !$0.isFollowing }) { player in
          player.isFollowing = true
          if (try? await player.load(0)) == nil { player.isFollowing = false }
        }
      ]
    },
    Meant("a choice that is offered while another action runs") {
      [
        StoreAction("load", when: { !$0.isLoading }) { await $0.play() },
        StoreAction("follow", when: { $0.isLoading }) { $0.isFollowing = true },
      ]
    },
    Meant("a track that failed and is played again, though there is no next one") {
      [
        StoreAction("next") { player in
          guard player.index == 0 else { return }
          player.index = 1
          await player.play()
        },
        StoreAction("play") { await $0.play() },
      ]
    },
    Meant("a sign-out while something is read") {
      [
        StoreAction("read") { player in
          guard player.query.isEmpty else { return }
          player.shown = (try? await player.load(0)) ?? ""
        },
        StoreAction("sign out") { $0.query = "signed out" },
      ]
    },
    Meant("an error that another answer leaves") {
      [
        StoreAction("restore") { player in
          guard let isStored = try? await player.readsFollowing(), isStored else { return }
          await player.play()
        }
      ]
    },
    Meant("an action that waits for the call of another one") {
      [
        StoreAction("type", when: { $0.searching == nil }) { await $0.search("tea") },
        StoreAction("submit") { player in
          guard player.shown.isEmpty, let searching = player.searching else { return }
          player.query = "submitted"
          await searching.value
        },
      ]
    },
    Meant("two failures, each with a message of its own") {
      [
        StoreAction("load") { player in
          (player.errorMessage, player.query) = (nil, "")
          if (try? await player.load(0)) == nil { player.errorMessage = "offline" }
        },
        StoreAction("read") { player in
          (player.errorMessage, player.query) = (nil, "")
          if (try? await player.readsFollowing()) == nil { player.query = "refused" }
        },
      ]
    },
    Meant("a choice that is taken back while it is sent") {
      [true, false].map { isFollowing in
        StoreAction(isFollowing ? "follow" : "unfollow", when: { $0.index < 2 }) { player in
          player.index += 1
          await player.follow(isFollowing)
        }
      }
    },
    Meant("an earlier failure that a cancellation shows again") {
      [
        StoreAction("load", canBeCancelled: true) { player in
          let earlier = player.errorMessage
          (player.query, player.errorMessage) = ("", nil)
          do {
            player.shown = try await player.load(0)
          } catch is CancellationError {
            player.errorMessage = earlier
          } catch {
            player.errorMessage = "offline"
          }
        },
        StoreAction("tell") { $0.query = "a notice" },
      ]
    },
    Meant("a text that a failure and a cancellation keep") {
      [
        StoreAction("send", canBeCancelled: true, when: { !$0.isLoading }) { player in
          (player.query, player.isLoading) = ("text", true)
          if (try? await player.load(0)) != nil { player.query = "" }
          player.isLoading = false
        }
      ]
    },
    Meant("what is shown however an action ends") {
      [
        StoreAction("read", canBeCancelled: true) { player in
          _ = try? await player.load(0)
          player.shown = "read"
        }
      ]
    },
    Meant("a cancellation with a message of its own") {
      [
        StoreAction("read", canBeCancelled: true) { player in
          do {
            player.shown = try await player.load(0)
          } catch {
            player.shown = error is CancellationError ? "cancelled" : "offline"
          }
        }
      ]
    },
    Meant("a change that is undone by a failure and by a cancellation") {
      [
        StoreAction("rename", canBeCancelled: true, when: { $0.shown.isEmpty }) { player in
          player.shown = "new"
          if (try? await player.load(0)) == nil { player.shown = "" }
        }
      ]
    },
    Meant("what no launch keeps", isRelaunched: true) {
      [
        StoreAction("open", when: { $0.shown.isEmpty }) { player in
          player.shown = "page"
          _ = try? await player.load(0)
        }
      ]
    },
    Meant("a number of attempts, which is kept at last", isRelaunched: true) {
      [
        StoreAction("load", when: { $0.index < 2 && !$0.isLoading }) { player in
          player.index += 1
          await player.play()
          player.kept = player.index
        }
      ]
    },
    Meant("a receiver that receives on and on") {
      [
        StoreAction("run", locals: .forgotten) { player in
          guard player.query.isEmpty else { return }
          player.query = "messages"
          while let message = try? await player.receive() { player.shown = message }
        },
        StoreAction("switch off") { $0.query = "off" },
      ]
    },
    Meant("an element of a stream during another action") {
      [
        StoreAction("run", locals: .forgotten, when: { $0.query.isEmpty }) { player in
          player.query = "messages"
          for await message in player.messages() { player.shown = message }
        },
        StoreAction("read") { player in player.query = (try? await player.readsFollowing()) == true ? "yes" : "no" },
      ]
    },
    Meant("a clock that reads on and on") {
      [
        StoreAction("run", locals: .forgotten, when: { $0.query.isEmpty }) { player in
          player.query = "time"
          while (try? await Task.sleep(for: .seconds(1))) != nil { player.shown = (try? await player.load(0)) ?? "" }
        }
      ]
    },
    Meant("a number of taps, of which some are ignored") {
      [
        StoreAction("load", when: { $0.shown.isEmpty }) { await $0.play() },
        StoreAction("save", when: { $0.index < 2 }) { player in
          player.index += 1
          if !player.isLoading { player.query = "saved" }
        },
      ]
    },
    Meant("a number of failures") {
      [
        StoreAction("load", when: { $0.failureCount < 2 }) { player in
          guard (try? await player.load(0)) == nil else { return }
          player.failureCount += 1
        },
        StoreAction("reset") { $0.failureCount = 0 },
      ]
    },
    Meant("a list of what has failed") {
      [
        StoreAction("load", when: { !$0.isLoading }) { player in
          player.isLoading = true
          defer { player.isLoading = false }
          let number = player.index
          player.index = 1
          if (try? await player.load(number)) == nil, player.failed.isEmpty { player.failed = [number] }
        }
      ]
    },
  ]
}

@MainActor @Observable
final class Player {
  fileprivate var query = ""
  fileprivate var shown = ""
  fileprivate var isLoading = false
  fileprivate var isFollowing = false
  fileprivate var failureCount = 0
  fileprivate var failed: [Int] = []
  fileprivate var errorMessage: String?
  fileprivate var index = 0
  @ObservationIgnored fileprivate var kept = 0
  @ObservationIgnored fileprivate var searching: Task<Void, Never>?
  fileprivate let load: @Sendable (Int) async throws -> String
  fileprivate let receive: @Sendable () async throws -> String
  fileprivate let messages: @Sendable () -> ControlledStream<String>
  fileprivate let readsFollowing: @Sendable () async throws -> Bool

  init(_ dependencies: ControlledDependencies, kept: Int = 0) {
    (self.kept, index) = (kept, kept)
    receive = dependencies.call("receive") { [.success("message", "hello")] }
    messages = { dependencies.stream("messages", elements: ["hello": "hello"]) }
    load = dependencies.call("load") { index in [.success("loaded", "\(index)"), .failure("offline", Offline())] }
    readsFollowing = dependencies.call("is following") {
      [.success("yes", true), .success("no", false), .failure("refused", Offline())]
    }
  }

  fileprivate func search(_ text: String) async {
    searching?.cancel()
    query = text
    isLoading = true
    let task = Task {
      let found = try? await load(text.count)
      guard !Task.isCancelled else { return }
      (shown, isLoading) = (found ?? "", false)
      errorMessage = found == nil ? "offline" : nil
    }
    searching = task
    await task.value
  }

  /// Sends what was chosen last.
  fileprivate func follow(_ isChosen: Bool) async {
    var known: Bool? = isFollowing
    isFollowing = isChosen
    guard !isLoading else { return }
    isLoading = true
    while isFollowing != known {
      let sent = isFollowing
      query = sent ? "following" : "unfollowing"
      if (try? await load(sent ? 1 : 0)) != nil {
        (known, errorMessage) = (sent, nil)
      } else if isFollowing == sent {
        (isFollowing, errorMessage) = (!sent, "offline")
        break
      } else {
        known = nil
      }
    }
    (isLoading, query) = (false, "")
  }

  fileprivate func play() async {
    guard !isLoading else { return }
    isLoading = true
    defer { isLoading = false }
    do {
      shown = try await load(index)
      errorMessage = nil
    } catch {
      errorMessage = "offline"
    }
  }
}

/// What survives the process.
@MainActor
final class Outside {
  fileprivate var rows: [Int] = []
  fileprivate var orders: [UUID] = []

  func order(_ key: UUID) {
    if !orders.contains(key) { orders.append(key) }
  }
}

@MainActor @Observable
final class Screen {
  fileprivate var isLoading = false
  fileprivate var rows: [Int]
  fileprivate var errorMessage: String?
  fileprivate var shown = 0
  @ObservationIgnored fileprivate var key = UUID()
  fileprivate let outside: Outside
  fileprivate let load: @Sendable (Int) async throws -> [Int]
  fileprivate let send: @Sendable () async throws -> Void
  fileprivate let order: @Sendable (UUID) async throws -> Void

  init(_ outside: Outside, _ dependencies: ControlledDependencies) {
    self.outside = outside
    rows = outside.rows
    load = dependencies.call("load") { number in
      [.success("rows", [number]), .failure("offline", Offline())] + (number == 3 ? [.success("nothing", [])] : [])
    }
    send = dependencies.call("send") { [.success("done"), .failure("offline", Offline())] }
    order = dependencies.call("order", whenLost: Offline()) { key in [.served("done") { await outside.order(key) }] }
  }
}

private struct Offline: Error {}
