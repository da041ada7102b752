import Testing

struct ArchitectureTests {
  @Test func `The sources are found`() {
    #expect(Repository.sources.contains { $0.path == "Core/Domain/UseCase.swift" && $0.words.contains("UseCase") })
    #expect(Repository.sources.contains { $0.path == "Features/Authentication/AuthStore+Live.swift" })
  }

  @Test(arguments: Rule.all)
  func `The repository keeps each rule`(_ rule: Rule) {
    #expect(rule.violations(Repository.sources) == [])
  }

  @Test(arguments: Rule.all)
  func `The sample repository keeps each rule`(_ rule: Rule) {
    #expect(rule.violations(Self.sources()) == [])
  }

  @Test(arguments: [
    ("Core/A.swift", "import Letters", "Letters"), ("Core/A.swift", "import Combine", "Combine"),
    ("Core/A.swift", "#if canImport(Glibc)\nimport Glibc\n#endif", "Glibc"),
    ("Features/Letters/A.swift", "import Feed", "Feed"),
    ("Features/Letters/A.swift", "@testable public import struct Feed.Post", "Feed"),
    ("Features/Letters/Domain/A.swift", "import Observation", "Observation"),
    ("Tests/StoreExploring/A.swift", "import Testing", "Testing"),
    ("Tests/StoreTesting/A.swift", "import Letters", "Letters"),
    ("Tests/RepositoryTesting/A.swift", "import Letters\nimport Testing", "Testing"),
  ])
  func `An import against the direction of dependencies is a violation`(
    _ path: String, _ text: String, _ module: String
  ) {
    #expect(Rule.imports.violations(Self.sources(path, text)) == ["\(path) imports \(module)"])
  }

  @Test(arguments: [
    ("SwiftUI", "SwiftUI"), ("Security", "Security"), ("FoundationNetworking", "FoundationNetworking"),
    ("AppKit", "SwiftUI"), ("UIKit", "SwiftUI"), ("AuthenticationServices", "AuthenticationServices"),
    ("CryptoKit", "CryptoKit"),
  ])
  func `An import of one platform needs its condition`(_ module: String, _ condition: String) {
    let right = "#if canImport(\(condition))\n  #if os(iOS)\n    import \(module)\n  #endif\n#endif"
    #expect(Rule.imports.violations(Self.sources("Core/A.swift", right)) == [])
    for wrong in [
      "import \(module)", "#if os(iOS)\nimport \(module)\n#endif", "\(right)\nimport \(module)",
      "#if canImport(\(condition))\n#else\nimport \(module)\n#endif",
    ] {
      #expect(
        Rule.imports.violations(Self.sources("Core/A.swift", wrong))
          == ["Core/A.swift imports \(module) without #if canImport(\(condition))"])
    }
  }

  @Test(arguments: [
    ("Core/A.swift", "// import Letters"), ("Core/A.swift", "let text = \"\"\"\n  import Letters\n  \"\"\""),
    ("Examples/App/A.swift", "import Core\nimport Letters"), ("Tests/LettersTests/A.swift", "@testable import Letters"),
  ])
  func `Comments, strings, examples and tests may name any module`(_ path: String, _ text: String) {
    #expect(Rule.imports.violations(Self.sources(path, text)) == [])
  }

  @Test(arguments: [
    ("Presentation/LetterStore", "let repository: any LetterRepository", "LetterRepository"),
    ("Presentation/LetterStore", "let client: any APIClient", "APIClient"),
    ("Presentation/LetterStore", "let body = LetterRequest()", "LetterRequest"),
    ("Presentation/LetterState", "enum LetterState: Codable {}", "Codable"),
    ("Presentation/Views/LetterView", "let send: LetterUseCase", "LetterUseCase"),
    ("Presentation/Views/LetterView", "let client = FakeAPIClient()", "FakeAPIClient"),
    ("Domain/LetterUseCase", "let state: LetterState", "LetterState"),
    ("Domain/LetterUseCase", "let client: any APIClient", "APIClient"),
    ("Domain/LetterRepository", "func send(_ body: LetterRequest)", "LetterRequest"),
    ("Data/RemoteLetterRepository", "func show(_ store: LetterStore)", "LetterStore"),
    ("Data/RemoteLetterRepository", "let send: LetterUseCase", "LetterUseCase"),
    ("Data/LetterContract", "init(_ state: LetterState) {}", "LetterState"),
  ])
  func `A layer that names one beyond the next is a violation`(_ file: String, _ text: String, _ name: String) {
    let path = "Features/Letters/\(file).swift"
    #expect(Rule.layers.violations(Self.sources(path, text)) == ["\(path) names \(name)"])
  }

  @Test(arguments: [
    ("LetterStore+Live", "RemoteLetterRepository(client: any APIClient)"),
    ("Presentation/LetterStore", "/// See ``LetterRepository``.\nlet useCase: LetterUseCase  // no APIClient"),
    ("Presentation/LetterStore", #"let text = "no \"APIClient\", no Codable""#),
    ("Presentation/Views/LetterView", "let store: LetterStore"),
    ("Domain/LetterUseCase", "let repository: any LetterRepository"),
    ("Data/RemoteLetterRepository", "LetterRequest(client: any APIClient)"),
  ])
  func `A layer may name the next one`(_ file: String, _ text: String) {
    #expect(Rule.layers.violations(Self.sources("Features/Letters/\(file).swift", text)) == [])
  }

  @Test func `A feature without one of the common files is a violation`() {
    let sources = Self.sources().filter { !$0.path.hasSuffix("LetterMessages.swift") }
    #expect(Rule.shape.violations(sources) == ["Features/Letters has no Presentation/XMessages.swift"])
  }

  @Test func `A feature with a folder of its own is a violation`() {
    let sources = Self.sources("Features/Letters/Managers/A.swift", "")
    #expect(Rule.shape.violations(sources) == ["Features/Letters has a folder Managers"])
  }

  @Test(arguments: [
    ("final class A: @unchecked Sendable {}", "@unchecked Sendable"),
    ("nonisolated(unsafe) var a = 0", "nonisolated(unsafe)"), ("@preconcurrency import Foundation", "@preconcurrency"),
    ("let a = try! load()", "try!"), ("let a = b as! Int", "as!"), ("fatalError()", "fatalError"),
    ("preconditionFailure()", "preconditionFailure"),
  ])
  func `Silencing the compiler or crashing is a violation in the library`(_ text: String, _ phrase: String) {
    #expect(Rule.compiler.violations(Self.sources("Core/A.swift", text)) == ["Core/A.swift uses \(phrase)"])
    #expect(Rule.compiler.violations(Self.sources("Tests/CoreTests/A.swift", text)) == [])
  }

  /// A repository with one feature, and optionally one file replaced or added.
  private static func sources(_ path: String = "Core/B.swift", _ text: String = "") -> [Source] {
    let feature = [
      "LetterStore+Live", "Domain/LetterError", "Domain/LetterRepository", "Data/RemoteLetterRepository",
      "Domain/LetterUseCase", "Presentation/LetterState", "Presentation/LetterActions", "Presentation/LetterMemory",
      "Presentation/LetterStore",
      "Presentation/LetterMessages",
    ].map { Source("Features/Letters/\($0).swift", "import Core") }
    let contract = Source("Core/Data/LettersContract.swift", "public struct LetterRequest: Codable {}")
    return (feature + [contract]).filter { $0.path != path } + [Source(path, text)]
  }
}
