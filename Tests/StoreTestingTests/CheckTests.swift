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
    #expect(await example.explorer(isMended: true).check().findings == [])
    #expect(await example.explorer(isMended: false).check(leavingOut: [example.check]).findings == [])
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
    await expectChecked(example.explorer(isMended: false), leavingOut: [.retry])
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
    Example(.kill, [.start("close"), .kill], isRelaunched: true) { isMended in
      [
        StoreAction("close", when: { $0.shown == 0 }) { screen in
          screen.shown = 1
          if isMended { screen.outside.shown = 1 }
          try? await screen.send()
          screen.outside.shown = 1
        }
      ]
    },
    Example(.retry, [.start("load"), .answer("send", with: "done")]) { isMended in
      [
        StoreAction("load", when: { !$0.isLoading }) { screen in
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

/// What survives the process.
@MainActor
final class Outside {
  fileprivate var shown = 0
  fileprivate var orders: [UUID] = []

  func order(_ key: UUID) {
    if !orders.contains(key) { orders.append(key) }
  }
}

@MainActor @Observable
final class Screen {
  fileprivate var isLoading = false
  fileprivate var rows: [Int] = []
  fileprivate var errorMessage: String?
  fileprivate var shown: Int
  @ObservationIgnored fileprivate var key = UUID()
  fileprivate let outside: Outside
  fileprivate let load: @Sendable (Int) async throws -> [Int]
  fileprivate let send: @Sendable () async throws -> Void
  fileprivate let order: @Sendable (UUID) async throws -> Void

  init(_ outside: Outside, _ dependencies: ControlledDependencies) {
    self.outside = outside
    shown = outside.shown
    load = dependencies.call("load") { number in [.success("rows", [number]), .failure("offline", Offline())] }
    send = dependencies.call("send") { [.success("done"), .failure("offline", Offline())] }
    order = dependencies.call("order", whenLost: Offline()) { key in [.served("done") { await outside.order(key) }] }
  }
}

private struct Offline: Error {}
