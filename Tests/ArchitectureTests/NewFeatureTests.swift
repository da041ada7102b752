import Testing

/// The rules of the house, asked of the repository with a feature more, as `swift package new-feature` makes it.
struct NewFeatureTests {
  private static let skeleton = "Features/NewFeature/Skeleton/"

  private static let files =
    Repository.files.map { file in
      file.path == "Package.swift"
        ? SourceFile(file.path, file.text.replacing("let features = [", with: "let features = [\"Sample\", ")) : file
    }
    + Repository.files.filter { $0.path.hasPrefix(skeleton) }.map { file in
      SourceFile(
        String(file.path.dropFirst(skeleton.count)).replacing("Placeholder", with: "Sample"),
        file.text.replacing("Placeholder", with: "Sample"))
    }

  @Test func `a new feature breaks no rule`() {
    #expect(Manifest.features(in: Self.files).first == "Sample")
    #expect(Self.files.contains { $0.isIn("Features/Sample/Data/Responses") })
    let rules = [
      ImportRule.violations, LayerRule.violations, ShapeRule.violations, ManifestRule.violations, TopRule.violations,
      WordingRule.forbidden, WordingRule.tooLong, NameRule.violations,
    ]
    for rule in rules { #expect(rule(Self.files).filter { $0.description.contains("Sample") } == []) }
  }
}
