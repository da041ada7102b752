#if os(Linux)
  import Testing

  /// A document that lies is found out, by its own lines.
  struct BrokenDocumentTests {
    private func complaints(about text: String) async throws -> String {
      try await DocumentProgram(document: Document(path: "Lie.md", text: text)).complaints().joined(separator: "\n")
    }

    @Test func `a name that there is not`() async throws {
      let complaints = try await complaints(
        about: """
          # Lie

          ```swift
          import Authentication
          import Core

          let store = AuthStore(client: FakeAPIClient())
          await store.logIn(email: "", pass: "")
          ```
          """)
      #expect(complaints.contains("Lie.md:8:13: error: value of type 'AuthStore' has no member 'logIn'"))
    }

    @Test func `a warning`() async throws {
      let complaints = try await complaints(about: "```swift\nfunc f() { let unused = 1 }\n```")
      #expect(complaints.contains("Lie.md:2:16: error:"))
    }

    @Test func `an output that does not come`() async throws {
      let complaints = try await complaints(
        about: "```swift\nprint(1 + 1)\n```\n\nIt prints:\n\n```text\n3\n```\n\n```swift\nprint(4)\n```\n")
      #expect(complaints == "Lie.md:2: says that it prints\n3\nand it prints\n2")
    }

    @Test func `a program that fails`() async throws {
      let complaints = try await complaints(
        about: "```swift\nstruct Refusal: Error {}\nthrow Refusal()\n```")
      #expect(complaints.hasPrefix("Lie.md ends with status"))
    }

    @Test func `a test that fails`() async throws {
      let complaints = try await complaints(
        about: "```swift\nimport Testing\n\n@Test func sum() {\n  #expect(1 + 1 == 3)\n}\n```")
      #expect(complaints.contains("Expectation failed: 1 + 1 == 3"))
    }

    @Test func `a manifest with a wrong word`() async throws {
      let complaints = try await complaints(
        about: "```swift\n// Package.swift\n.product(name: \"Feed\", pakage: \"focal\")\n```")
      #expect(complaints.contains("Lie.md:3:"))
    }

    @Test func `what is true passes`() async throws {
      let complaints = try await complaints(
        about: "```swift\nprint(1 + 1)\n```\n\nIt prints:\n\n```text\n2\n```\n")
      #expect(complaints == "")
    }
  }
#endif
