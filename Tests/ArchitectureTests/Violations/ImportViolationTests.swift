import Testing

struct ImportViolationTests {
  @Test func `the house itself breaks no rule`() {
    let rules = [
      ImportRule.violations, LayerRule.violations, ShapeRule.violations, ManifestRule.violations, TopRule.violations,
      WordingRule.forbidden, WordingRule.tooLong, NameRule.violations,
    ]
    for rule in rules { #expect(rule(House.files) == []) }
  }

  @Test(arguments: [
    ("Core/A.swift", "import Letters"), ("Core/A.swift", "import Combine"), ("Core/A.swift", "import Logging"),
    ("Core/A.swift", "import StoreExploring"), ("Core/A.swift", "import Glibc"),
    ("Features/Letters/A.swift", "import Feed"), ("Features/Letters/A.swift", "@testable import Feed"),
    ("Features/Letters/A.swift", "@_exported public import struct Feed.Post"),
    ("Features/Letters/Domain/Models/A.swift", "import Observation"),
    ("Features/Letters/Domain/Errors/A.swift", "import Synchronization"),
    ("Features/Letters/A.swift", "#if canImport(CustomDump)\nimport CustomDump\n#endif"),
    ("Tests/StoreExploring/A.swift", "import Testing"), ("Tests/StoreExploring/A.swift", "import Letters"),
    ("Tests/StoreTesting/A.swift", "import Letters"),
  ])
  func `an import against the arrows is found`(_ path: String, _ text: String) {
    #expect(ImportRule.violations(in: House.with(path, text)).map(\.path) == [path])
  }

  @Test(arguments: ["SwiftUI", "Security", "FoundationNetworking"])
  func `what is not everywhere stands behind canImport`(_ module: String) {
    let path = "Core/A.swift"
    let right = "#if canImport(\(module))\n  import \(module)\n#endif"
    #expect(ImportRule.violations(in: House.with(path, right)) == [])
    for wrong in [
      "import \(module)", "#if os(iOS)\nimport \(module)\n#endif",
      "#if canImport(\(module))\n#else\nimport \(module)\n#endif",
      "\(right)\nimport \(module)",
    ] {
      #expect(
        ImportRule.violations(in: House.with(path, wrong))
          == [Violation(path, "imports \(module) without #if canImport(\(module))")])
    }
  }

  @Test(arguments: ["AppKit", "UIKit"])
  func `what only views need stands behind SwiftUI`(_ module: String) {
    let path = "Core/A.swift"
    let right = "#if canImport(SwiftUI)\n  #if os(iOS)\n    import \(module)\n  #endif\n#endif"
    #expect(ImportRule.violations(in: House.with(path, right)) == [])
    #expect(ImportRule.violations(in: House.with(path, "#if os(iOS)\n  import \(module)\n#endif")).count == 1)
  }

  @Test(arguments: [
    ("Core/A.swift", "// import Letters\n/* import Letters /* import Letters */ */"),
    ("Core/A.swift", "let text = \"\"\"\n  import Letters\n  \"\"\""),
    ("Examples/App/A.swift", "import Core\nimport Letters"), ("Tests/LettersTests/A.swift", "@testable import Letters"),
  ])
  func `what is no import against the arrows is not`(_ path: String, _ text: String) {
    #expect(ImportRule.violations(in: House.with(path, text)) == [])
  }
}
