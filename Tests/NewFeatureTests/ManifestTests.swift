import Testing

@testable import FeatureGenerator

struct ManifestTests {
  @Test(arguments: [
    (#"let features = ["Feed", "MyPage"]"#, #"let features = ["Feed", "MyPage", "Search"]"#),
    (#"let features = ["Feed",]"#, #"let features = ["Feed", "Search",]"#),
    (#"let features: [String] = []"#, #"let features: [String] = ["Search"]"#),
    (
      "let features = [\n  \"Feed\",\n  \"MyPage\",\n]",
      "let features = [\n  \"Feed\",\n  \"MyPage\",\n  \"Search\",\n]"
    ),
    ("let features = [\n  \"Feed\"\n]", "let features = [\n  \"Feed\",\n  \"Search\"\n]"),
    (
      "// let features = [\"A\"]\nlet features = [\"B\"]\nlet others = [\"C\"]",
      "// let features = [\"A\"]\nlet features = [\"B\", \"Search\"]\nlet others = [\"C\"]"
    ),
  ])
  func `the name is added to the array`(_ before: String, _ after: String) throws {
    #expect(try Manifest(text: before).adding(FeatureName("Search")) == Manifest(text: after))
  }

  @Test(arguments: [
    "", "let package = Package(name: \"App\")", "// let features = [\"A\"]", "let features = [a, b]",
    "let features = [\"A\": 1]", "let features = [\n  \"A\",  // the first\n]", "let featuresOfOthers = [\"A\"]",
  ])
  func `what is no array of names stays as it is`(_ text: String) throws {
    #expect(try Manifest(text: text).adding(FeatureName("Search")) == nil)
  }

  @Test(arguments: [
    (#".package(url: "https://github.com/OWNER/focal", from: "1.0.0", traits: [])"#, "focal"),
    (#".package(path: "../focal")"#, "focal"),
    (#".package(name: "Architecture", path: "../focal/")"#, "Architecture"),
    (#".package(name: "Architecture", url: "https://github.com/OWNER/Focal.git", from: "1.0.0")"#, "Architecture"),
    (#".package(name: "Other", path: "../other"), .package(path: "../focal")"#, "focal"),
  ])
  func `a package is called as the manifest calls it`(_ text: String, _ reference: String) {
    #expect(Manifest(text: text).reference(to: "focal") == reference)
  }

  @Test func `advice is given where something is missing`() {
    let traits = "The tests need the test kit: write traits: [\"TestKit\"] in the dependency on “focal”."
    let platforms =
      "Apple’s platforms need: platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],"
    #expect(Manifest(text: "traits: []").advice(on: "focal") == [traits, platforms])
    #expect(Manifest(text: "traits: [], platforms: [.macOS(.v15)]").advice(on: "focal") == [traits])
    #expect(Manifest(text: "traits: [\"TestKit\"], platforms: [.macOS(.v15)]").advice(on: "focal") == [])
    #expect(Manifest(text: "platforms: [.macOS(.v15)]").advice(on: "focal") == [])
  }
}
