import Core

/// How posts are sent.
extension FeedStore {
  /// The draft of what was typed: the one that could not be sent, where it is the same.
  func draft(of input: PostInput) async throws(FeedError) -> PostDraft {
    let new = try await useCase.draftPost.execute(input)
    guard let draft, draft.text == new.text, draft.replyTo == new.replyTo else { return new }
    return draft
  }

  func send(_ draft: PostDraft) async {
    let isShown = state.content != nil
    let ticket = isShown ? nil : beginLoading()
    if isShown { state.change { $0.activity = .posting } }
    do throws(FeedError) {
      let post = try await useCase.sendPost.execute(draft)
      self.draft = nil
      endPosting(post)
      if let ticket, wish.isLatest(ticket) { await open(nil) }
    } catch {
      self.draft = draft
      endPosting(nil)
      if let ticket, wish.isLatest(ticket) { endLoading(before) }
      tell(messages.postFailedTitle, error)
    }
  }

  private func endPosting(_ post: Post?) {
    isPosting = false
    if let post, reading == .refreshing || state == .loading { sentMeanwhile.append(post) }
    guard state.activity != nil else { return }
    state.change { content in
      if let post { content.insert(post) }
      content.activity = reading
    }
  }
}
