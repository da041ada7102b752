import Foundation
import Testing

/// Documentation cannot lie: its code is compiled and run, and what it quotes is there.
struct DocumentationTests {
  @Test func `the documents are found`() {
    let paths = Set(Document.pages.map(\.path))
    #expect(
      paths.isSuperset(of: [
        "README.md", "CONTRIBUTING.md", "Core/Core.docc/Core.md", "Features/Feed/Feed.docc/Feed.md",
        "Tests/StoreTesting/StoreTesting.docc/StoreTesting.md",
      ]))
  }

  @Test(arguments: Document.pages)
  func `every block is Swift, plain text or a diagram`(document: Document) {
    #expect(document.blocks.filter { !["swift", "text", "mermaid"].contains($0.language) }.map(\.line) == [])
  }

  @Test(arguments: Document.pages)
  func `every link between the files leads to a file`(document: Document) throws {
    let page = Document.top.appending(path: document.path)
    let links = try String(contentsOf: page, encoding: .utf8).matches(of: /\]\(([^):]+)\)/).map { String($0.output.1) }
    let folder = page.deletingLastPathComponent()
    #expect(links.filter { !FileManager.default.fileExists(atPath: folder.appending(path: $0).path) } == [])
  }

  @Test func `the README quotes the tour as it is`() throws {
    let readme = try String(contentsOf: Document.top.appending(path: "README.md"), encoding: .utf8)
    let start = try #require(readme.range(of: "\n    A wrong password\n")?.lowerBound)
    let lines = readme[start...].dropFirst().split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { $0.isEmpty || $0.hasPrefix("    ") }
    let quoted = lines.map { $0.dropFirst(4) }.joined(separator: "\n").trimmingCharacters(in: .newlines)
    let golden = Document.top.appending(path: "Tests/ExamplesTests/Golden/tour-en.txt")
    #expect(try String(contentsOf: golden, encoding: .utf8).contains("\n\(quoted)\n"), "\(quoted)")
  }

  #if os(Linux)
    @Test(arguments: Document.pages.filter { $0.blocks.contains { $0.language == "swift" } })
    func `every block of Swift compiles and prints what its document says`(document: Document) async throws {
      let complaints = try await DocumentProgram(document: document).complaints()
      #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
    }

    @Test(arguments: Document.comments)
    func `every example in a comment compiles, on the Store of the guide`(document: Document) async throws {
      let guide = Document.pages.first { $0.path.hasSuffix("StoreExploring.docc/StoreExploring.md") }
      let store = try #require(guide?.code.first).block.text
      let complaints = try await DocumentProgram(
        document: document, prelude: "import StoreTesting\n\(store)\n\(Self.notice)",
        parameters: "(store: NumberStore, offline: String) async throws"
      ).complaints()
      #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
    }

    private static let notice = """
      extension NumberStore {
        var notice: String? { state == .failed ? "offline" : nil }
      }
      """
  #endif
}
