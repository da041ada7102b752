import Testing

struct ManifestViolationTests {
  private func violations(_ old: String, _ new: String) -> [String] {
    ManifestRule.violations(in: House.with("Package.swift", House.manifest.text.replacing(old, with: new)))
      .map(\.what)
  }

  @Test func `a library module with a package is found`() {
    #expect(
      violations("library(\"Core\", \"Core\")", "library(\"Core\", \"Core\", [logging])") == ["Core depends on logging"]
    )
    #expect(violations("[\"Core\"])]", "[\"Core\", customDump])]") == ["feature depends on \"Core\", customDump"])
    #expect(violations("[\"Core\"])]", "[\"Core\", \"Feed\"])]") == ["feature depends on \"Core\", \"Feed\""])
  }

  @Test func `a library module that is not there is found`() {
    #expect(violations("library(\"Core\", \"Core\")", "") == ["has no library Core"])
  }

  @Test func `a feature that is named twice is found`() {
    #expect(violations("targets:", "// \"Letters\"\ntargets:") == ["names Letters 2 times"])
  }

  @Test(arguments: ["Sources/A.swift", "docs/index.md", "Modules/Feed/Package.swift"])
  func `another folder at the top is found`(_ path: String) {
    #expect(TopRule.violations(in: House.with(path, "")).contains { $0.what == "is a folder at the top" })
  }

  @Test func `a nested package is found, and a hidden folder or a file is none`() {
    #expect(
      TopRule.violations(in: House.with("Examples/Package.swift", ""))
        == [Violation("Examples/Package.swift", "is a nested package")])
    #expect(TopRule.violations(in: House.with(".github/workflows/ci.yml", "")) == [])
    #expect(TopRule.violations(in: House.with("README.md", "")) == [])
  }
}
