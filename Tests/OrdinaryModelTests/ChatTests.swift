import StoreExploring
import StoreTesting
import Testing

@MainActor
struct ChatTests {
  @Test func `A message that follows a discarded one is lost`() async {
    await expectViolation(of: "nothing written is lost", explorer(BuggyChatModel.init(service:me:clock:)))
  }

  @Test func `A message stays until it was sent or discarded, in any connection`() async {
    await expectComplete(explorer(ChatModel.init(service:me:clock:)), maximumRunning: 2)
  }

  private func explorer<Model: Chat>(
    _ make: @escaping @MainActor (any ChatService, String, any Clock<Duration>) -> Model
  ) -> StoreExplorer<Model, ObservedProperties> {
    StoreExplorer(
      actions: [
        StoreAction("run", when: { $0.isOffline }) { await $0.run() },
        StoreAction("send hello", when: { !$0.texts.contains("hello") }) { $0.send("hello") },
        StoreAction("send bye", when: { !$0.texts.contains("bye") }) { $0.send("bye") },
        StoreAction("discard", when: { !$0.outbox.isEmpty }) { $0.discard($0.outbox[0].id) },
      ],
      invariants: [
        .following("nothing written is lost", from: Set<String>()) { unsent, chat in
          let isKept = unsent.isSubset(of: chat.texts) || chat.started == "discard"
          unsent = Set(chat.outbox.map(\.text))
          return isKept
        }
      ]
    ) { dependencies in
      let service = Service(
        send: dependencies.call("send") { _ in [.success("sent"), .failure("offline", Offline())] }
      ) {
        dependencies.throwingStream(
          "events", elements: ["connected": .connected], atMost: 1)
      }
      return make(service, "me", dependencies.clock())
    }
  }
}

private struct Service: ChatService {
  let send: @Sendable (ChatMessage) async throws -> Void
  let events: @Sendable () -> AsyncThrowingStream<ChatEvent, any Error>

  func events(after id: ChatMessage.ID?) -> AsyncThrowingStream<ChatEvent, any Error> { events() }
  func send(_ message: ChatMessage) async throws { try await send(message) }
}

@MainActor
private protocol Chat: AnyObject {
  var draft: String { get set }
  var messages: [ChatMessage] { get }
  var outbox: [ChatMessage] { get }
  var isOffline: Bool { get }
  func run() async
  func send()
  func retry()
  func discard(_ id: ChatMessage.ID)
}

extension Chat {
  fileprivate var texts: Set<String> { Set((outbox + messages).map(\.text)) }

  fileprivate func send(_ text: String) {
    draft = text
    send()
  }
}

extension ChatModel: Chat {
  fileprivate var isOffline: Bool { connection == .offline }
}

extension BuggyChatModel: Chat {
  fileprivate var isOffline: Bool { connection == .offline }
}
