import Core

/// How posts are read.
extension FeedStore {
  /// Begins to load, in place of what is shown.
  func beginLoading() -> LatestWish.Ticket {
    if state != .loading { before = state.atRest }
    reading = .none
    sentMeanwhile = []
    opening = nil
    state = .loading
    return wish.begin()
  }

  /// Ends a load.
  ///
  /// What was shown before is let go, so that the posts have one owner again.
  func endLoading(_ result: FeedState) {
    state = result
    before = .idle
    opening = nil
  }

  /// Reads a timeline from its newest post on; for `nil`, the one that was read last, or the first.
  func open(_ id: Timeline.ID?) async {
    let ticket = beginLoading()
    opening = id
    do throws(FeedError) {
      var content = try await firstPage(of: id)
      guard wish.isLatest(ticket) else { return }
      chosen = content.timelines.chosen?.id
      for post in sentMeanwhile { content.insert(post) }
      sentMeanwhile = []
      content.activity = isPosting ? .posting : .none
      endLoading(.showing(content))
    } catch {
      guard wish.isLatest(ticket) else { return overtaken(error) }
      loadingFailed(error)
    }
  }

  private func firstPage(of id: Timeline.ID?) async throws(FeedError) -> FeedContent {
    let known = before.timelines?.all.filter { _ in id != nil } ?? []
    let all = known.contains { $0.id == id } ? known : try await useCase.readTimelines.execute()
    guard let timeline = all.first(where: { $0.id == id ?? chosen }) ?? (id == nil ? all.first : nil) else {
      guard id == nil else { throw .unknownTimeline }
      return FeedContent(FeedPage(posts: [], nextMaxID: nil), timelines: TimelineSelection(all: all, chosen: nil))
    }
    let page = try await useCase.readPage.execute(FeedPageRequest(timeline: timeline.id))
    return FeedContent(page, timelines: TimelineSelection(all: all, chosen: timeline))
  }

  private func loadingFailed(_ error: FeedError) {
    switch (error, before) {
    case (.cancelled, _):
      endLoading(before)
    case (_, .loaded):
      endLoading(before)
      tell(messages.readFailedTitle, error)
    case (.sessionEnded, _):
      endLoading(.notAuthorized)
      route(.sessionEnded)
    case (.notAuthorized, _):
      endLoading(.notAuthorized)
      route(.signIn)
    case (_, .idle), (_, .loading), (_, .empty), (_, .notAuthorized), (_, .error):
      endLoading(.error(messages.text(for: error)))
    }
  }

  /// Takes note of the failure of something that a later wish has overtaken: only the end of the session counts.
  private func overtaken(_ error: FeedError) {
    if error == .sessionEnded { route(.sessionEnded) }
  }

  /// Reads a page while posts are shown.
  func read(_ activity: FeedActivity) async {
    guard let request = state.request(for: activity) else { return }
    let ticket = wish.begin()
    reading = activity
    state.change { $0.activity = activity }
    do throws(FeedError) {
      let page = try await useCase.readPage.execute(request)
      guard wish.isLatest(ticket) else { return }
      let sent = endReading()
      state.change { content in
        if activity == .refreshing { content.replace(with: page) } else { content.append(page) }
        for post in sent { content.insert(post) }
        content.activity = isPosting ? .posting : .none
      }
    } catch {
      guard wish.isLatest(ticket) else { return overtaken(error) }
      _ = endReading()
      if !isPosting { state.change { $0.activity = .none } }
      tell(messages.readFailedTitle, error)
    }
  }

  /// Ends a reading.
  ///
  /// - Returns: The posts that were sent meanwhile.
  private func endReading() -> [Post] {
    defer { sentMeanwhile = [] }
    reading = .none
    return sentMeanwhile
  }
}
