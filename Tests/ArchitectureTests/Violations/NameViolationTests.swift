import Testing

struct NameViolationTests {
  @Test func `a public type that two modules declare is found`() {
    let files = House.with("Core/A.swift", "@MainActor\npublic final class LetterState {}")
    #expect(
      NameRule.violations(in: files)
        == [Violation("Core/A.swift, Features/Letters/Presentation/ViewModel/LetterState.swift", "declare LetterState")]
    )
  }

  @Test func `a public type that is called as a module is found`() {
    let files = House.with("Core/A.swift", "public enum Letters {}")
    #expect(NameRule.violations(in: files) == [Violation("Core/A.swift", "calls a type Letters, as a module")])
  }

  @Test(arguments: ["struct Other {}", "struct LetterState {}", "enum A { public enum LetterState {} }"])
  func `a main type that is not in its file is found`(_ text: String) {
    let path = "Features/Letters/Presentation/ViewModel/LetterState.swift"
    #expect(NameRule.violations(in: House.with(path, text)) == [Violation(path, "does not declare LetterState")])
  }

  @Test func `an inner or private type may have any name`() {
    let files = House.with(
      "Core/A.swift", "public struct A {\n  public struct LetterState {}\n}\nprivate struct LetterStore {}")
    #expect(NameRule.violations(in: files) == [])
  }
}
