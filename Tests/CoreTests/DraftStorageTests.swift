import Foundation
import TestSupport
import Testing

@testable import Core

struct DraftStorageTests {
  private let folder: TemporaryFolder
  private let storage: FileDraftStorage
  private let drafts = ["a", "b"].map { PostDraft(text: "text of \($0)", replyTo: nil, idempotencyKey: $0) }

  init() throws {
    folder = try TemporaryFolder()
    storage = FileDraftStorage(folder: folder.url.appending(path: "drafts"))
  }

  private func file(_ user: String = "75") -> URL {
    folder.url.appending(path: "drafts/user-\(user)/drafts.json")
  }

  @Test func `Drafts are kept for each user until they are removed, by every storage`() async throws {
    for storage in [storage, InMemoryDraftStorage()] as [any DraftStorage] {
      for draft in drafts + drafts { try await storage.apply(.add(draft), for: "u") }
      try await storage.apply(.compose(PostInput(text: "typed", replyTo: "1")), for: "u")
      for user in ["U", "u/../u", ""] {
        #expect(try await storage.load(for: user) == Drafts())
        try await storage.apply(.add(drafts[0]), for: user)
      }
      let kept = Drafts(unsent: drafts, composed: [PostInput(text: "typed", replyTo: "1")])
      #expect(try await storage.load(for: "u") == kept)
      try await storage.apply(.remove("a"), for: "u")
      try await storage.apply(.remove("unknown"), for: "u")
      #expect(try await storage.load(for: "u").unsent == [drafts[1]])
      for _ in 0..<2 { try await storage.removeAll(for: "u") }
      #expect(try await storage.load(for: "u") == Drafts())
      #expect(try await storage.load(for: "U").unsent == [drafts[0]])
    }
  }

  @Test func `A text in the composer is replaced, removed when empty, and leaves when it becomes a draft`() {
    var drafts = Drafts()
    for (text, replyTo) in [("a", nil), ("ab", nil), ("c", "1"), ("d", "2"), ("", "2")] as [(String, String?)] {
      drafts.apply(.compose(PostInput(text: text, replyTo: replyTo)))
    }
    #expect(drafts.text(replyTo: nil) == "ab")
    #expect(drafts.text(replyTo: "1") == "c")
    #expect(drafts.text(replyTo: "2") == "")
    drafts.apply(.add(PostDraft(text: "ab", replyTo: "1", idempotencyKey: "k")))
    #expect(drafts.composed.count == 2)
    drafts.apply(.compose(PostInput(text: " ab\n")))
    drafts.apply(.add(PostDraft(text: "ab", replyTo: nil, idempotencyKey: "k")))
    #expect(drafts.composed == [PostInput(text: "c", replyTo: "1")])
    // No draft is made of this text.
    drafts.apply(.compose(PostInput(text: "ab" + String(repeating: " ", count: 10_240))))
    drafts.apply(.add(PostDraft(text: "ab", replyTo: nil, idempotencyKey: "l")))
    #expect(drafts.composed.count == 2)
  }

  @Test func `Reactions keep their order, the newest to a post in the place of the first, until they are settled`()
    async throws
  {
    for storage in [storage, InMemoryDraftStorage()] as [any DraftStorage] {
      for reaction in [
        PostReaction(.like, to: "1"), PostReaction(.delete, to: "2"), PostReaction(.like, to: "3"),
        PostReaction(.unlike, to: "1"),
      ] {
        try await storage.apply(.react(reaction), for: "u")
      }
      for reaction in [PostReaction(.like, to: "3"), PostReaction(.like, to: "1"), PostReaction(.like, to: "unknown")] {
        try await storage.apply(.settle(reaction), for: "u")
      }
      let kept = [PostReaction(.unlike, to: "1"), PostReaction(.delete, to: "2")]
      #expect(try await storage.load(for: "u") == Drafts(reactions: kept))
    }
  }

  @Test func `A file without reactions, or with those of another version, is read`() async throws {
    for (reactions, expected) in [
      ("", []),
      (
        #", "reactions": [{"post": "1", "reaction": "frown"}, {"post": "2", "reaction": "like"}]"#,
        [PostReaction(.like, to: "2")]
      ),
    ] {
      try await storage.apply(.add(drafts[0]), for: "u")
      try Data(#"{"version": 1, "unsent": [], "composed": []\#(reactions)}"#.utf8).write(to: file())
      #expect(try await storage.load(for: "u") == Drafts(reactions: expected))
    }
  }

  @Test func `Changes of several processes at once are all kept`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<50 {
        let storage = FileDraftStorage(folder: folder.url.appending(path: "drafts"))
        group.addTask {
          try await storage.apply(.add(PostDraft(text: "", replyTo: nil, idempotencyKey: "\(number)")), for: "u")
        }
      }
      try await group.waitForAll()
    }
    #expect(try await Set(storage.load(for: "u").unsent.map(\.id)) == Set((0..<50).map(String.init)))
  }

  @Test func `The format is private and has a version`() async throws {
    try await storage.apply(.add(PostDraft(text: "語", replyTo: "1", idempotencyKey: "k")), for: "u")
    try await storage.apply(.compose(PostInput(text: "typed")), for: "u")
    let json =
      #"{"composed":[{"text":"typed"}],"unsent":[{"key":"k","replyTo":"1","text":"語"}],"version":1}"#
    #expect(try String(contentsOf: file(), encoding: .utf8) == json)
  }

  @Test(arguments: ["", "{}", "[]", #"{"version":1}"#, #"{"version":1,"unsent":[{}],"composed":[]}"#])
  func `Damaged drafts are set aside, reported once, and never overwritten`(text: String) async throws {
    for isLoaded in [true, false] {
      try await storage.apply(.add(drafts[0]), for: "u")
      try Data(text.utf8).write(to: file())
      let error = await #expect(throws: DraftStorageError.self) {
        if isLoaded { _ = try await storage.load(for: "u") } else { try await storage.apply(.add(drafts[1]), for: "u") }
      }
      #expect(String(describing: error).contains(".damaged(reason"))
      #expect(try await storage.load(for: "u").unsent == (isLoaded ? [] : [drafts[1]]))
      let folder = file().deletingLastPathComponent()
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0 != "drafts.json" }
      let copies = try names.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
      #expect(copies == [text])
      try await storage.removeAll(for: "u")
      #expect(!FileManager.default.fileExists(atPath: folder.path))
    }
  }

  @Test func `Drafts of a newer version, and those that cannot be read, stay as they are`() async throws {
    let newer = #"{"version":2,"unsent":"encrypted"}"#
    try await storage.apply(.add(drafts[0]), for: "u")
    try Data(newer.utf8).write(to: file())
    try FileManager.default.createDirectory(at: file("76"), withIntermediateDirectories: true)
    for user in ["u", "v"] {
      let unreadable = await #expect(throws: DraftStorageError.self) { try await storage.load(for: user) }
      #expect(String(describing: unreadable).contains(".unavailable(reason"))
      let unwritable = await #expect(throws: DraftStorageError.self) {
        try await storage.apply(.add(drafts[0]), for: user)
      }
      #expect(String(describing: unwritable).contains(".notWritten(reason"))
    }
    #expect(try String(contentsOf: file(), encoding: .utf8) == newer)
  }

  @Test func `A draft that cannot be written leaves the saved ones`() async throws {
    let blocked = FileDraftStorage(folder: folder.url.appending(path: "file"))
    try Data().write(to: folder.url.appending(path: "file"))
    for change in [DraftChange.add(drafts[0]), .compose(PostInput(text: "typed"))] {
      let error = await #expect(throws: DraftStorageError.self) { try await blocked.apply(change, for: "u") }
      #expect(String(describing: error).contains(".notWritten(reason"))
    }
  }
}
