import Observation
import StoreTesting
import Testing

@MainActor
struct LargeStateTests {
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

  @Test func `a difference deep inside a large state is found and shown alone`() async {
    let store = PostsStore()
    var expected = (1...500).map { Post(id: $0, text: "post \($0)") }
    expected[321].text = "another text"
    let messages = await failureMessages {
      await expectStates(of: store, \.state, [[], expected]) { store.load() }
    }
    #expect(
      messages == [
        """
        PostsStore’s Array<Post> was expected to have 2 values and had 2 values; [1] is the first that differs.

              expected                                   seen
          [0] []                                         []
        → [1] [ [0]: LargeStateTests.Post( id: 1, tex…   [ [0]: LargeStateTests.Post( id: 1, tex…

        [1] expected (-) and seen (+):
          [
            … (321 unchanged),
            [321]: LargeStateTests.Post(
              id: 322,
        -     text: "another text"
        +     text: "post 322"
            ),
            … (178 unchanged)
          ]
        """
      ])
  }
}
