import Testing

@testable import FeatureGenerator

struct ManifestTests {
  @Test(arguments: [
    (#"let features = ["Feed", "MyPage"]"#, #"let features = ["Feed", "MyPage", "Search"]"#),
    (#"let features = ["Feed",]"#, #"let features = ["Feed", "Search",]"#),
    (#"let features: [String] = []"#, #"let features: [String] = ["Search"]"#),
    ("let features = [\n  \"Feed\",\n]", "let features = [\n  \"Feed\",\n  \"Search\",\n]"),
    (
      "// let features = [\"A\"]\nlet features = [\"B\"]\nlet others = [\"C\"]",
      "// let features = [\"A\"]\nlet features = [\"B\", \"Search\"]\nlet others = [\"C\"]"
    ),
  ])
  func `The name is added to the array`(_ before: String, _ after: String) throws {
    #expect(try Manifest(text: before).adding(FeatureName("Search")) == Manifest(text: after))
  }

  @Test(arguments: [
    "", "// let features = [\"A\"]", "let features = [a, b]", "let features = [\"A\": 1]",
    "let features = [\n  \"A\",  // the first\n]", "let featuresOfOthers = [\"A\"]",
  ])
  func `Anything but an array of names stays as it is`(_ text: String) throws {
    #expect(try Manifest(text: text).adding(FeatureName("Search")) == nil)
  }

  @Test(arguments: [
    (#".package(url: "https://github.com/OWNER/focal", from: "1.0.0", traits: [])"#, "focal"),
    (#".package(name: "Architecture", path: "../focal/")"#, "Architecture"),
    (#".package(name: "Architecture", url: "https://github.com/OWNER/Focal.git", from: "1.0.0")"#, "Architecture"),
    (#".package(name: "Other", path: "../other"), .package(path: "../focal")"#, "focal"),
  ])
  func `A package has the name that the manifest gives it`(_ text: String, _ reference: String) {
    #expect(Manifest(text: text).reference(to: "focal") == reference)
  }

  @Test(arguments: [("platforms: [.macOS(.v15)]", 0), ("", 1)])
  func `Only missing settings are named`(_ text: String, _ count: Int) {
    #expect(Manifest(text: text).missingSettings.count == count)
  }
}
