import StoreExploring
import StoreTesting
import Testing

/// What the ready-made checks find in the museum, without the invariants of its exhibits.
@Suite(.withoutLines)
@MainActor
struct CheckedMuseumTests {
  private static let found: [String: Set<Check>] = [
    "A late refresh restores the user who signed out": [.overlap],
    "A stale tab signs everybody out": [.deadEnd],
    "Killed while renewing": [.lostAnswer, .deadEnd],
    "Parallel refreshes revoke each other": [.overlap],
    "A double tap publishes twice": [.doubleTap],
    "Eleven copies of a post": [.lostAnswer],
    "Force quit, and the post is gone": [.kill],
    "The second post forgets the first": [.overlap],
    "A refresh races with paging": [.overlap],
    "The other account’s posts": [.overlap],
    "A cancelled refresh shows an error": [.cancellation],
    "The address is taken, by oneself": [.lostAnswer, .deadEnd],
    "A failed like rolls back a newer one": [.overlap],
    "A signed-out account is back": [.deadEnd, .kill],
    "The middle is missing after sleep": [],
    "No user for a moment at launch": [],
    "“Retrying” for ever": [.retry],
    "A failed page is asked for again, without end": [.retry],
    "A page of muted posts is asked for again, without end": [.retry],
    "Nothing is sent until the app is killed": [],
  ]

  @Test(arguments: Exhibit.all)
  func `The checks find an exhibit without its invariant, and nothing in the mended model`(_ exhibit: Exhibit) async {
    let (racy, mended) = await exhibit.checked()
    #expect(Set(racy.findings.map(\.check)) == Self.found[exhibit.title], "\(racy)")
    #expect(mended.findings == [], "\(mended)")
  }
}
