import Core
import Observation
import StoreTesting
import Testing

@MainActor
struct ExpectStatesTests {
  @MainActor @Observable
  final class Switch {
    private(set) var state = "off"
    private(set) var notice: String?

    func toggle() async {
      state = "moving"
      state = "on"
      notice = "It is on."
    }
  }

  @Test func `the whole sequence is asserted in one line`() async {
    let store = Switch()
    await expectStates(of: store, \.state, ["off", "moving", "on"]) { await store.toggle() }
  }

  @Test func `states and notices are asserted in one line`() async {
    let store = Switch()
    await expectStates(of: store, \.state, ["off", "moving", "on"], and: \.notice, [nil, "It is on."]) {
      await store.toggle()
    }
  }

  @Test func `a failure shows both sequences and marks the first difference`() async {
    let store = Switch()
    await withKnownIssue {
      await expectStates(of: store, \.state, ["off", "on"]) { await store.toggle() }
    } matching: { issue in
      issue.comments.map(\.rawValue) == [
        """
        Switch’s String was expected to have 2 values and had 3 values; [1] is the first that differs.

              expected   seen
          [0] "off"      "off"
        → [1] "on"       "moving"
          [2] nothing    "on"

        [1] expected (-) and seen (+):
        - "on"
        + "moving"
        """
      ]
    }
  }
}
