#if Network
  import Hummingbird
  import ServiceLifecycle

  /// The changes of a page as server-sent events.
  struct PageEvents: Sendable {
    let session: WebSession
    /// Renders the page; `nil` where it has to be opened again.
    let page: @MainActor @Sendable () -> Page?
    /// Whether the tab stays as it is meanwhile.
    let isSuspended: @MainActor @Sendable () -> Bool
    /// The digest of the page that the browser shows already.
    let digest: String
    let heartbeat: Duration

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
      try await writer.write(ByteBuffer(string: ":\n\n"))
      var event = try await event(since: &shown)
      if let event { try await writer.write(ByteBuffer(string: event)) }
      for await _ in stream.signals.cancelOnGracefulShutdown() {
        // By now the browser has opened the page again.
        if event == Self.gone { break }
        event = try await self.event(since: &shown)
        try await writer.write(ByteBuffer(string: event ?? ":\n\n"))
      }
    }

    /// Returns the event that brings the browser from what it shows to the present page; `nil` where that is the same.
    @concurrent private func event(since shown: inout (page: Page, revision: Int)?) async throws -> String? {
      guard let (revision, page) = await present(after: shown?.revision) else { return nil }
      guard let page else { return Self.gone }
      defer { shown = (page, revision) }
      let shownDigest = shown?.page.digest ?? digest
      return page.digest == shownDigest ? nil : try page.changes(since: shown?.page).event()
    }

    /// Renders the page where it is newer than a revision.
    @MainActor
    private func present(after revision: Int?) -> (revision: Int, page: Page?)? {
      session.revision == revision || isSuspended() ? nil : (session.revision, page())
    }
  }
#endif
