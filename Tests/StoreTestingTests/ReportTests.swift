import Core
import CoreTesting
import Foundation
import StoreExploring
import StoreTesting
import Testing

/// What an exploration says and draws.
@Suite(.withoutLines)
@MainActor
struct ReportTests {
  @Test func `An invariant that never applies is named`() async {
    let explorer = signInExplorer(
      SteadyStore.self,
      [
        .always("a guest can buy", when: { $0.state == .signedIn("guest") }) { _ in false },
        .sometimes("花子 is signed in") { $0.state == .signedIn("花子") },
        .sometimes("太郎 is signed in") { $0.state == .signedIn("太郎") },
      ])
    let exploration = await explorer.explore(depth: 2)
    #expect(exploration.outcome == .neverApplied(["a guest can buy", "花子 is signed in"]))
    #expect(
      exploration.description.hasPrefix(
        "Every invariant held, but “a guest can buy”, “花子 is signed in” never applied.\nNot complete"))
    #expect(exploration.applications.map(\.states) == [0, 0, 1])
  }

  @Test func `An exploration that reaches its maximum of schedules says which lengths are covered`() async {
    let exploration = await signInExplorer(SteadyStore.self).explore(maximumSchedules: 5)
    #expect(
      exploration.description == """
        Every invariant held.
        Not complete: schedules of up to 1 step are covered, with up to 3 actions at once; the maximum of 5 schedules \
        was reached, and 3 states were left. What differs most: “generation” with 3 values, “state” with 3 values. It \
        ends without the action “login”.
        Explored: 5 schedules of up to 2 steps (by length: 2, 3); 3 states of the Store, 4 with what runs in them; \
        3 transitions.
        """)
  }

  @Test func `A violation is drawn as a sequence diagram`() async {
    let explorer = signInExplorer(RacingStore.self, [.loggedOut]) { StateFingerprint($0) }
    #expect(
      await explorer.explore().violation?.mermaid == """
        sequenceDiagram
          actor user as User
          participant a1 as login
          participant a2 as logout
          participant outside as Calls
          participant store as State
          Note over store: signedOut
          user->>+a1: login
          a1->>outside: login
          Note over store: loading
          user->>+a2: logout
          a2->>outside: logout
          outside-->>a2: logout#colon; ok
          deactivate a2
          Note over store: signedOut
          outside-->>a1: login#colon; taro
          deactivate a1
          Note over store: signedIn
          Note over user,store: Violated#colon; a logout lasts until the next login

        """)
  }

  @Test func `The explored graph is a page of HTML with every state and step, and a violation first`() async throws {
    let exploration = await signInExplorer(SteadyStore.self).explore(depth: 2)
    #expect(exploration.graph.nodes.count == 6)
    #expect(exploration.graph.path(to: 3) == [.start("login"), .answer("login", with: "taro")])
    let page = exploration.page(title: "Sign in <b>")
    let summary = "6 states and 7 steps. Not complete: schedules of up to 2 steps are covered"
    #expect(page.contains("<h1>Sign in &lt;b></h1><p>\(summary), with up to 3 actions at once; "))
    #expect(page.contains(#"{"calls":["login"],"running":["login"],"state":"loading"}"#))
    #expect(page.contains(#""label":"login answers taro""#))
    let coverage = exploration.coverage(of: [[.start("login")]])
    let covered = try #require(PageData(exploration.page(title: "", coverage: coverage)).coverage)
    #expect(Set(covered.states) == coverage.seenStates && Set(covered.steps) == coverage.seenSteps)
    #expect(covered.counts.map { $0[1] } == ["2 of 6 (33 %)", "1 of 7 (14 %)", "0 of 2 (0 %)", "0 of 2 (0 %)"])
    #expect(covered.missing.count == coverage.missing().count)
    let racing = await signInExplorer(RacingStore.self, [.loggedOut]) { StateFingerprint($0) }.explore()
    let violation = try #require(racing.violation)
    let data = try #require(PageData(racing.page(title: "")).violation)
    #expect(data.invariant == violation.invariant)
    #expect(data.why == violation.why)
    #expect(data.firstStates + data.trace.flatMap { $0.states[0] } == violation.states)
    var steady = signInExplorer(SteadyStore.self)
    steady.statesBeforeAssumptions = 100
    let whole = await steady.explore(maximumRunning: 2).page(title: "")
    #expect(whole.contains(" Complete: all schedules of any length are covered, with up to 2 actions at once.</p>"))
  }
}

/// What the page of an exploration reads.
private struct PageData: Decodable {
  struct Violation: Decodable {
    struct Row: Decodable {
      let states: [[String]]
    }

    let invariant: String
    let why: String?
    let firstStates: [String]
    let trace: [Row]
  }

  struct Coverage: Decodable {
    let states: [Int]
    let steps: [Int]
    let counts: [[String]]
    let missing: [[Int]]
  }

  let violation: Violation?
  let coverage: Coverage?

  init(_ page: String) throws {
    let text = page.split(separator: #"<script id="data" type="application/json">"#)[1].split(separator: "</script>")[0]
    self = try JSONDecoder().decode(PageData.self, from: Data(text.utf8))
  }
}
