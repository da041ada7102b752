import Testing

/// The rules of the house, asked of the repository as it is.
struct RepositoryTests {
  let files = Repository.files

  @Test func `the repository was read`() {
    #expect(Repository.features.prefix(3) == ["Authentication", "Feed", "MyPage"])
    #expect(
      files.contains { $0.path == "Core/Domain/UseCases/UseCase.swift" && $0.text.contains("public protocol UseCase") })
    #expect(files.allSatisfy { !$0.path.hasPrefix(".") && !$0.path.hasPrefix("/") })
  }

  @Test func `arrows run from Examples to Features to Core, and the library imports no package`() {
    #expect(ImportRule.violations(in: files) == [])
  }

  @Test func `inside a feature arrows run from the view to the client`() {
    #expect(LayerRule.violations(in: files) == [])
  }

  @Test func `every feature has the same folders and kinds of files`() {
    #expect(ShapeRule.violations(in: files) == [])
  }

  @Test func `the manifest names the features once and gives the library no package`() {
    #expect(ManifestRule.violations(in: files) == [])
  }

  @Test func `there are four folders at the top`() {
    #expect(TopRule.violations(in: files) == [])
  }

  @Test func `the library goes no way round the compiler`() {
    #expect(WordingRule.forbidden(in: files) == [])
  }

  @Test func `no file is longer than 200 lines`() {
    #expect(WordingRule.tooLong(in: files) == [])
  }

  @Test func `a name means one thing`() {
    #expect(NameRule.violations(in: files) == [])
  }
}
