import Testing

@testable import FeatureGenerator

struct FeatureNameTests {
  @Test(arguments: [
    "Search", "A", "MyBookmarks2", "FAQ", "One", "Two", "Item", "Items", "Notice", "Task", "Type", "Messages", "Photos",
    String(repeating: "A", count: 40),
  ])
  func `A capitalized word that no module has is the name of a feature`(_ name: String) throws {
    #expect(try FeatureName(name, existing: ["Feed", "FeedTests"], skeleton: .own).text == name)
  }

  @Test(arguments: [
    ("", "begin with a capital letter, as in “Bookmarks”"),
    ("search", "begin with a capital letter, as in “Bookmarks”"),
    ("2Search", "begin with a capital letter, as in “Bookmarks”"),
    ("My_Page", "use the letters A to Z, a to z and digits"),
    ("../Feed", "use the letters A to Z, a to z and digits"), ("検索", "use the letters A to Z, a to z and digits"),
    ("Café", "use the letters A to Z, a to z and digits"),
    (String(repeating: "A", count: 41), "use at most 40 characters"),
    ("SearchTests", "the suffix “Tests” is for test targets"), ("Any", "it is a keyword of Swift"),
    ("Foundation", "the system has a module “Foundation”"), ("Swiftui", "the system has a module “SwiftUI”"),
    ("Feed", "there is a target or product “Feed”"), ("FEED", "there is a target or product “Feed”"),
    ("Archive", "there is a target or product “ArchiveTests”"),
    ("Feature", "its type “FeatureError” would hide another type"),
    ("Common", "its type “CommonMessages” would hide another type"),
  ])
  func `A name that clashes is refused with the reason`(_ name: String, _ reason: String) throws {
    let skeleton = try Skeleton.own
    #expect(throws: UsageError("“\(name)” cannot be the name of a feature: \(reason).")) {
      try FeatureName(name, existing: ["Feed", "ArchiveTests"], skeleton: skeleton)
    }
  }
}
