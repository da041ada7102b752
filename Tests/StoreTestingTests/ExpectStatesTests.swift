import StoreTesting
import Testing

@MainActor
struct ExpectStatesTests {
  let store = LightStore()

  @Test func `the whole sequence is asserted in one line`() async {
    await expectStates(of: store, \.state, ["off", "waiting", "on"]) { await store.toggle() }
  }

  @Test func `states and notices are asserted in one line`() async {
    await expectStates(of: store, \.state, ["off", "waiting", "on"], and: \.notice, [nil, "It is on."]) {
      await store.toggle()
    }
  }

  @Test func `a failure shows both sequences and marks the first difference`() async {
    let messages = await failureMessages {
      await expectStates(of: store, \.state, ["off", "on"]) { await store.toggle() }
    }
    #expect(
      messages == [
        """
        LightStore’s String was expected to have 2 values and had 3 values; [1] is the first that differs.

              expected   seen
          [0] "off"      "off"
        → [1] "on"       "waiting"
          [2] nothing    "on"

        [1] expected (-) and seen (+):
        - "on"
        + "waiting"
        """
      ])
  }

  @Test func `a failure shows what is missing`() async {
    let messages = await failureMessages {
      await expectStates(of: store, \.state, ["off"], and: \.notice, [nil, "It is on.", nil]) {}
    }
    #expect(
      messages == [
        """
        LightStore’s Optional<String> was expected to have 3 values and had 1 value; [1] is the first that differs.

              expected      seen
          [0] nil           nil
        → [1] "It is on."   nothing
          [2] nil           nothing

        [1] expected:
        "It is on."
        """
      ])
  }

  @Test func `a failure shows what was not expected`() async {
    let messages = await failureMessages {
      await expectStates(of: store, \.state, ["off", "waiting"]) { await store.toggle() }
    }
    #expect(
      messages == [
        """
        LightStore’s String was expected to have 2 values and had 3 values; [2] is the first that differs.

              expected    seen
          [0] "off"       "off"
          [1] "waiting"   "waiting"
        → [2] nothing     "on"

        [2] seen:
        "on"
        """
      ])
  }
}
