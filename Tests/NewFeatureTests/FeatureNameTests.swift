import Testing

@testable import FeatureGenerator

struct FeatureNameTests {
  @Test(arguments: ["Search", "A", "MyBookmarks2", "FAQ", "Settings", String(repeating: "A", count: 40)])
  func `a name is a word that begins with a capital letter`(_ name: String) throws {
    #expect(try FeatureName(name, taken: ["Feed", "FeedTests"], skeleton: .own).text == name)
  }

  @Test(arguments: [
    ("", "it is empty"),
    ("search", "it must begin with a capital letter, as in “Search”"),
    ("2Search", "it must begin with a capital letter, as in “Search”"),
    ("My_Page", "it may have the letters A to Z, a to z and digits only"),
    ("My-Page", "it may have the letters A to Z, a to z and digits only"),
    ("My Page", "it may have the letters A to Z, a to z and digits only"),
    ("../Feed", "it may have the letters A to Z, a to z and digits only"),
    ("検索", "it may have the letters A to Z, a to z and digits only"),
    ("Café", "it may have the letters A to Z, a to z and digits only"),
    (String(repeating: "A", count: 41), "it has more than 40 letters"),
    ("SearchTests", "names that end in “Tests” are for tests"),
    ("Any", "the language reserves it"), ("Type", "the language reserves it"), ("Self", "the language reserves it"),
    ("String", "it would hide a type that every file uses"), ("Task", "it would hide a type that every file uses"),
    ("Foundation", "the system has a module “Foundation”"), ("Testing", "the system has a module “Testing”"),
    ("Swift", "the system has a module “Swift”"), ("Swiftui", "the system has a module “SwiftUI”"),
    ("Contacts", "the system has a module “Contacts”"),
    ("Feed", "there is a module or product “Feed”"), ("FEED", "there is a module or product “Feed”"),
    ("Archive", "there is a module or product “ArchiveTests”"),
    ("API", "its files use a type “APIError” of another module"),
    ("Notice", "its files use a type “Notice” of another module"),
    ("Placeholder", "there is a module or product “Placeholder”"),
  ])
  func `what cannot be a name is refused with the reason`(_ name: String, _ reason: String) throws {
    let skeleton = try Skeleton.own
    #expect(throws: Complaint("“\(name)” cannot be the name of a feature: \(reason).")) {
      try FeatureName(name, taken: ["Feed", "ArchiveTests", "Placeholder"], skeleton: skeleton)
    }
  }
}
