import Core
import Testing

@testable import Feed

/// A list that grows at both ends is a list like any other.
struct PostListTests {
  @Test func `what is inserted anywhere stands where it would in an array`() {
    var random = SeededGenerator(state: 11)
    for _ in 0..<50 {
      var (posts, array) = (PostList(), [Post]())
      for number in 0..<60 {
        let position = Int.random(in: 0...array.count, using: &random)
        array.insert(Sample.post(number), at: position)
        if position == posts.count {
          posts.append(Sample.post(number))
        } else {
          posts.insert(Sample.post(number), at: position)
        }
        #expect(Array(posts) == array)
        #expect(posts.count == array.count)
      }
      #expect(posts.indices.map { posts[$0] } == array)
      #expect(Array(posts.reversed()) == array.reversed())
    }
  }

  @Test func `two lists are equal when they show the same, whichever way they came to it`() {
    var (fromTop, fromBottom) = (PostList(), PostList())
    for number in 1...3 {
      fromTop.insert(Sample.post(number), at: 0)
      fromBottom.append(Sample.post(4 - number))
    }
    #expect(fromTop == fromBottom)
    fromBottom.append(Sample.post(0))
    #expect(fromTop != fromBottom)
  }
}
