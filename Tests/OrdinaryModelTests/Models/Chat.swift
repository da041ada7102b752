import Foundation
import Observation

struct ChatMessage: Identifiable, Equatable, Sendable {
  let id: String
  var author: String
  var text: String
}

enum ChatEvent: Equatable, Sendable {
  case connected
  case message(ChatMessage)
  case deleted(ChatMessage.ID)
}

protocol ChatService: Sendable {
  /// Connects; the stream throws or ends when the connection is lost.
  func events(after id: ChatMessage.ID?) -> AsyncThrowingStream<ChatEvent, any Error>
  /// The server drops a message whose id it already has.
  func send(_ message: ChatMessage) async throws
}

@MainActor
@Observable
final class ChatModel {
  enum Connection: Equatable {
    case offline
    case connecting
    case online
    case waiting(seconds: Int)
  }

  var draft = ""
  private(set) var messages: [ChatMessage] = []
  private(set) var outbox: [ChatMessage] = []
  private(set) var connection = Connection.offline
  private(set) var sendError: String?

  private let service: any ChatService
  private let me: String
  private let clock: any Clock<Duration>
  @ObservationIgnored private var lastSeenID: ChatMessage.ID?
  @ObservationIgnored private var runID = 0
  @ObservationIgnored private var connects = 0
  @ObservationIgnored private var sendTask: Task<Void, Never>?

  init(service: any ChatService, me: String, clock: any Clock<Duration> = ContinuousClock()) {
    self.service = service
    self.me = me
    self.clock = clock
  }

  /// Call from `.task`; returns when the task is cancelled.
  func run() async {
    runID += 1
    let id = runID
    var attempt = 0
    while !Task.isCancelled, id == runID {
      connection = .connecting
      do {
        for try await event in service.events(after: lastSeenID) {
          guard id == runID else { return }
          if event == .connected { attempt = 0 }
          handle(event)
        }
      } catch {
        // Lost connections are ordinary; the state below says enough.
      }
      guard !Task.isCancelled, id == runID else { break }

      let seconds = min(1 << min(attempt, 5), 30)
      attempt += 1
      connection = .waiting(seconds: seconds)
      try? await clock.sleep(for: .seconds(seconds))
    }
    if id == runID { connection = .offline }
  }

  func send() {
    let text = draft.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { return }
    draft = ""
    outbox.append(ChatMessage(id: UUID().uuidString, author: me, text: text))
    flush()
  }

  func retry() {
    flush()
  }

  /// Swipe on an unsent message; one that is already on its way may still arrive.
  func discard(_ id: ChatMessage.ID) {
    outbox.removeAll { $0.id == id }
    if outbox.isEmpty { sendError = nil }
  }

  private func handle(_ event: ChatEvent) {
    switch event {
    case .connected:
      connection = .online
      connects += 1
      flush()
    case .message(let message):
      lastSeenID = message.id
      discard(message.id)  // our own, back from the server
      show(message)
    case .deleted(let id):
      messages.removeAll { $0.id == id }
    }
  }

  private func show(_ message: ChatMessage) {
    guard !messages.contains(where: { $0.id == message.id }) else { return }
    messages.append(message)
  }

  private func flush() {
    guard sendTask == nil, connection == .online else { return }
    sendError = nil
    sendTask = Task {
      defer { sendTask = nil }
      while let next = outbox.first {
        let connect = connects
        do {
          try await service.send(next)
          outbox.removeAll { $0.id == next.id }
          show(next)
        } catch {
          // Go on if it was discarded or echoed, or if there is a new connection.
          guard outbox.first?.id == next.id, connect == connects else { continue }
          sendError = "Not delivered"
          return
        }
      }
    }
  }
}
