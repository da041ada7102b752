import Core
import Observation
import StoreTesting
import Synchronization
import Testing

@MainActor
struct ExpectStatesTests {
  struct Post: Equatable {
    var id: Int
    var text: String
  }

  @MainActor @Observable
  final class PostsStore {
    private(set) var state: [Post] = []

    func load() {
      state = (1...500).map { Post(id: $0, text: "post \($0)") }
    }
  }

  let store = LightStore()

  @Test func `Every value of a property is asserted in one line`() async {
    await expectStates(of: store, \.state, ["off", "waiting", "on"]) { await store.toggle() }
  }

  @Test func `States and notices are asserted in one line`() async {
    await expectStates(of: store, \.state, ["off", "waiting", "on"], and: \.notice, [nil, "It is on."]) {
      await store.toggle()
    }
  }

  @Test func `A failure shows both sequences and marks the first difference`() async {
    let messages = await failureMessages {
      await expectStates(of: store, \.state, ["off", "on"]) { await store.toggle() }
    }
    #expect(
      messages == [
        """
        LightStore’s String: expected 2 values, got 3 values; the first difference is at [1].

              expected   actual
          [0] "off"      "off"
        → [1] "on"       "waiting"
          [2] none       "on"

        [1] expected (-) and actual (+):
        - - "on"
        + - "waiting"
        """
      ])
  }

  @Test func `A failure shows a missing value`() async {
    let messages = await failureMessages {
      await expectStates(of: store, \.state, ["off"], and: \.notice, [nil, "It is on.", nil]) {}
    }
    #expect(
      messages == [
        """
        LightStore’s Optional<String>: expected 3 values, got 1 value; the first difference is at [1].

              expected                actual
          [0] nil                     nil
        → [1] Optional("It is on.")   none
          [2] nil                     none

        [1] expected:
        ▿ Optional("It is on.")
          - some: "It is on."
        """
      ])
  }

  @Test func `A failure shows an unexpected value`() async {
    let messages = await failureMessages {
      await expectStates(of: store, \.state, ["off", "waiting"], and: \.notice, [nil, "It is on."]) {
        await store.toggle()
      }
    }
    #expect(
      messages == [
        """
        LightStore’s String: expected 2 values, got 3 values; the first difference is at [2].

              expected    actual
          [0] "off"       "off"
          [1] "waiting"   "waiting"
        → [2] none        "on"

        [2] actual:
        - "on"
        """
      ])
  }

  @Test func `A difference inside a large state is shown without the rest`() async {
    let store = PostsStore()
    var expected = (1...500).map { Post(id: $0, text: "post \($0)") }
    expected[321].text = "another text"
    let messages = await failureMessages {
      await expectStates(of: store, \.state, [[], expected]) { store.load() }
    }
    #expect(
      messages == [
        """
        PostsStore’s Array<Post>: expected 2 values, got 2 values; the first difference is at [1].

              expected                                   actual
          [0] []                                         []
        → [1] [StoreTestingTests.ExpectStatesTests.Po…   [StoreTestingTests.ExpectStatesTests.Po…

        [1] expected (-) and actual (+):
              - id: 322
        -     - text: "another text"
        +     - text: "post 322"
        """
      ])
  }
}

@MainActor @Observable
final class LightStore {
  private(set) var state = "off"
  private(set) var notice: String?
  private let power: AnyUseCase<Void, Void, Never>

  init(power: AnyUseCase<Void, Void, Never> = AnyUseCase { _ in }) {
    self.power = power
  }

  func toggle() async {
    state = "waiting"
    await power.execute()
    state = "on"
    notice = "It is on."
  }
}

/// The messages of the failures that the body reports, as known issues of the test.
@MainActor
func failureMessages(_ body: @MainActor () async -> Void) async -> [String] {
  let messages = Messages()
  await withKnownIssue {
    await body()
  } matching: { issue in
    messages.add(issue.comments.map(\.rawValue))
    return true
  }
  return messages.all
}

private final class Messages: Sendable {
  private let messages = Mutex<[String]>([])

  var all: [String] { messages.withLock { $0 } }

  func add(_ more: [String]) {
    messages.withLock { $0 += more }
  }
}
