import Testing

struct ShapeViolationTests {
  @Test(arguments: ShapeRule.required.sorted())
  func `a feature without one of the files is found`(_ kind: String) {
    let path = "Features/Letters/\(kind.replacing("X", with: "Letter")).swift"
    #expect(!ShapeRule.violations(in: House.files.filter { $0.path != path }).isEmpty)
  }

  @Test(arguments: [
    "Domain/Repositories/Helper", "Presentation/ViewModel/LetterCoordinator", "LetterManager", "Networking/Client",
    "Domain/Errors/OtherError",
  ])
  func `a file of no kind is found`(_ file: String) {
    let files = House.with("Features/Letters/\(file).swift", "")
    let kind = file.replacing("Letter", with: "X")
    #expect(ShapeRule.violations(in: files) == [Violation("Features/Letters", "has a file of no kind: \(kind)")])
  }

  @Test func `a folder that only one feature has is found`() {
    let manifest = SourceFile(
      "Package.swift", House.manifest.text.replacing("[\"Letters\"]", with: "[\"Letters\", \"Maps\"]"))
    let both = [manifest] + House.feature("Letters", "Letter") + House.feature("Maps", "Map")
    #expect(ShapeRule.violations(in: both) == [])
    let wire = SourceFile("Features/Maps/Data/Responses/MapResponse.swift", "")
    #expect(ShapeRule.violations(in: both + [wire]) == [])
    let view = SourceFile("Features/Maps/Presentation/Views/MapView.swift", "")
    #expect(
      ShapeRule.violations(in: both + [view])
        == [Violation("Features/Letters", "has no folder Presentation/Views")])
  }

  @Test func `a feature that Package swift names is checked, and must be there`() {
    let manifest = SourceFile(
      "Package.swift", House.manifest.text.replacing("[\"Letters\"]", with: "[\"Letters\", \"Maps\"]"))
    let files = [manifest] + House.files.dropFirst()
    #expect(Manifest.features(in: files) == ["Letters", "Maps"])
    #expect(ShapeRule.violations(in: files).count { $0.path == "Features/Maps" } == ShapeRule.required.count + 6)
    #expect(TopRule.violations(in: files) == [Violation("Features/Maps", "is missing")])
  }

  @Test(arguments: ["Presentation/ViewModel/LetterStore+Sending", "Domain/UseCases/Send", "Domain/Models/Stamp"])
  func `a feature may have things of its own where each has them`(_ file: String) {
    #expect(ShapeRule.violations(in: House.with("Features/Letters/\(file).swift", "")) == [])
  }
}
