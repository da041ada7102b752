import struct Foundation.Date

/// Pages of a timeline.
///
/// A place on a timeline is a number that stays the same whatever arrives: 0 and up for the generated posts from the
/// newest on, -1 and down for those that were posted since, from the oldest on.
extension FakeFeed {
  mutating func page(_ query: FakePageQuery, at now: Date) -> TimelineResponse {
    if let maxID = query.maxID {
      if misbehaviour.contains(.arrivingPosts) { arrive(at: now) }
      if misbehaviour.contains(.deletedPosts) { delete(maxID) }
    }
    let limit = misbehaviour.contains(.shortPages) ? max(1, query.limit / 2) : query.limit
    var places = remainingPlaces(query, limit: limit).makeIterator()
    var page: [Post] = []
    while page.count < limit, let place = places.next() {
      page.append(post(at: place, in: query.posts))
    }
    let hasMore = places.next() != nil || misbehaviour.contains(.emptyLastPage)
    return TimelineResponse(page, nextMaxID: hasMore ? page.last?.id : nil)
  }

  /// The places from which a page is taken; as many again as overlap, if there is anything else to come.
  private func remainingPlaces(_ query: FakePageQuery, limit: Int) -> some Sequence<Int> {
    let next = query.maxID.map { place(after: $0, in: query.posts) } ?? -posted.count
    let places = { (first: Int) in
      (first..<query.posts.count).lazy.filter { !isDeleted(number(at: $0, in: query.posts)) }
    }
    guard misbehaviour.contains(.overlappingPages), query.maxID != nil, places(next).first != nil else {
      return places(next)
    }
    return places(max(-posted.count, next - min(3, limit / 3)))
  }

  private func place(after maxID: Int, in posts: FakePosts) -> Int {
    if maxID > firstPosted { return -min(maxID - firstPosted, posted.count) }
    guard let index = posts.numbering.index(of: maxID) else { return posts.numbering.index(below: maxID) }
    return swapped(index, in: posts) + 1
  }

  private func number(at place: Int, in posts: FakePosts) -> Int {
    place < 0 ? firstPosted - 1 - place : posts.numbering.number(at: swapped(place, in: posts))
  }

  private func post(at place: Int, in posts: FakePosts) -> Post {
    place < 0 ? posted[-1 - place] : posts.post(at: swapped(place, in: posts))
  }

  /// Which index stands at which place, and the other way round: eight posts each in reverse where the order is to be
  /// wrong.
  private func swapped(_ index: Int, in posts: FakePosts) -> Int {
    guard misbehaviour.contains(.unorderedPages) else { return index }
    let first = index - index % 8
    return first + min(first + 7, posts.count - 1) - index
  }
}
