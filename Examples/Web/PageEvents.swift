#if Network
  import Hummingbird
  import NIOCore
  import ServiceLifecycle

  /// The changes of a page as server-sent events.
  struct PageEvents: Sendable {
    let session: WebSession
    /// Renders the page; `nil` where it has to be opened again.
    let page: @MainActor @Sendable () -> Page?
    /// The digest of the page that the browser shows already.
    let digest: String
    let heartbeat: Duration
    let channel: any Channel

    /// The event that tells the script to open the page again.
    static let gone = "event: gone\ndata:\n\n"

    /// Writes an event for each change until the stream ends.
    @concurrent func write(_ stream: WebSession.Stream, to writer: inout any ResponseBodyWriter) async throws {
      let beats = Task {
        while true {
          try await Task.sleep(for: heartbeat)
          stream.continuation.yield()
        }
      }
      defer { beats.cancel() }
      var shown: (page: Page, revision: Int)?
      // The first line makes the browser report the connection as open.
      try await send(":\n\n", to: &writer)
      if let event = try await event(since: &shown) { try await send(event, to: &writer) }
      for await _ in stream.signals.cancelOnGracefulShutdown() {
        try await send(await event(since: &shown) ?? ":\n\n", to: &writer)
      }
    }

    /// Returns the event that brings the browser from what it shows to the present page; `nil` where that is the same.
    @concurrent private func event(since shown: inout (page: Page, revision: Int)?) async throws -> String? {
      let (revision, page) = await present(after: shown?.revision)
      guard revision != shown?.revision else { return nil }
      guard let page else { return Self.gone }
      defer { shown = (page, revision) }
      let shownDigest = shown?.page.digest ?? digest
      return page.digest == shownDigest ? nil : try page.changes(since: shown?.page).event()
    }

    /// Renders the page where it is newer than a revision.
    @MainActor
    private func present(after revision: Int?) -> (revision: Int, page: Page?) {
      (session.revision, session.revision == revision ? nil : page())
    }

    /// Writes text; closes the connection where its reader takes too long, so that it ends with an error.
    @concurrent private func send(_ text: String, to writer: inout any ResponseBodyWriter) async throws {
      let channel = channel
      let deadline = channel.eventLoop.scheduleTask(in: TimeAmount(heartbeat)) { channel.close(promise: nil) }
      defer { deadline.cancel() }
      try await writer.write(ByteBuffer(string: text))
    }
  }
#endif
