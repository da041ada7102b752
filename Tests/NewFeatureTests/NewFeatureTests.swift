import Foundation
import Testing

@testable import FeatureGenerator

struct NewFeatureTests {
  private static let array = "let features = [\"Feed\"]\n"

  @Test func `the files are made and the name is added`() throws {
    let package = try TemporaryPackage(manifest: Self.array)
    let report = try package.newFeature("Search")
    var expected = Dictionary(
      uniqueKeysWithValues: try Skeleton.own.files(for: FeatureName("Search")).map { ($0.path, $0.text) })
    #expect(report.hasPrefix("Made:\n  \(expected.keys.sorted().joined(separator: "\n  "))\n"))
    #expect(report.contains("\nAdded \"Search\" to `let features` in Package.swift.\n"))
    #expect(report.hasSuffix("\nThen: swift test --filter SearchTests"))
    expected["Package.swift"] = "let features = [\"Feed\", \"Search\"]\n"
    #expect(try package.contents == expected)
  }

  @Test func `without an array the lines are shown and the manifest stays`() throws {
    let manifest = "let package = Package(dependencies: [.package(name: \"Kit\", path: \"../focal\", traits: [])])\n"
    let package = try TemporaryPackage(manifest: manifest)
    let report = try package.newFeature("Search")
    #expect(try package.contents["Package.swift"] == manifest)
    #expect(
      report.contains(
        """
        Add to `targets` in Package.swift:

            .target(
              name: "Search", dependencies: [.product(name: "Core", package: "Kit")],
              path: "Features/Search",
        """))
    #expect(report.contains("      path: \"Tests/SearchTests\"),\n"))
    #expect(report.contains("\nThe tests need the test kit: write traits: [\"TestKit\"] in the dependency on “Kit”."))
  }

  @Test(arguments: [array, "let package = Package(name: \"App\")\n"])
  func `a dry run makes nothing and says the same`(_ manifest: String) throws {
    let package = try TemporaryPackage(manifest: manifest)
    let shown = try package.newFeature("Search", "--dry-run")
    #expect(try package.contents == ["Package.swift": manifest])
    let said = try package.newFeature("Search")
    #expect(shown.replacing("Would make:", with: "Made:").replacing("Would add", with: "Added") == said)
  }

  @Test(arguments: ["Features/Search", "Tests/SearchTests", "Features/search", "Tests/SEARCHTESTS"])
  func `what is there is not overwritten`(_ folder: String) throws {
    let package = try TemporaryPackage(manifest: Self.array)
    let url = package.folder.appending(path: folder)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: url.appending(path: "SearchStore.swift"))
    for words in [["Search"], ["Search", "--dry-run"]] {
      #expect(throws: Complaint("\(folder) is there already, and nothing is overwritten.")) {
        try NewFeature.answer(
          to: Arguments(
            ["package=\(package.folder.path)", "skeleton=\(Repository.skeletonFolder.path)", "--"] + words))
      }
    }
    #expect(try package.contents == ["Package.swift": Self.array, "\(folder)/SearchStore.swift": "mine"])
  }

  @Test func `what could not be made whole is taken back`() throws {
    let package = try TemporaryPackage(manifest: Self.array)
    try Data("mine".utf8).write(to: package.folder.appending(path: "Tests"))
    let complaint = #expect(throws: Complaint.self) { try package.newFeature("Search") }
    #expect(complaint?.description.hasPrefix("The package cannot be written to: ") == true)
    #expect(try package.contents == ["Package.swift": Self.array, "Tests": "mine"])
  }

  @Test(arguments: [
    ([], "Say one name: swift package new-feature NAME. --help shows more."),
    (["Search", "Archive"], "Say one name: swift package new-feature NAME. --help shows more."),
    (["Search", "--force"], "There is no option “--force”; --help shows what there is."),
    (["search"], "“search” cannot be the name of a feature: it must begin with a capital letter, as in “Search”."),
    (["Feed"], "“Feed” cannot be the name of a feature: there is a module or product “Feed”."),
  ])
  func `what cannot be done is said and nothing is made`(_ words: [String], _ complaint: String) throws {
    let package = try TemporaryPackage(manifest: Self.array)
    #expect(throws: Complaint(complaint)) {
      let known = ["package=\(package.folder.path)", "skeleton=\(Repository.skeletonFolder.path)", "taken=Feed", "--"]
      _ = try NewFeature.answer(to: Arguments(known + words))
    }
    #expect(try package.contents == ["Package.swift": Self.array])
  }

  @Test(arguments: ["--help", "-h"])
  func `help names the permission that a script must give`(_ option: String) throws {
    let package = try TemporaryPackage(manifest: Self.array)
    #expect(try package.newFeature(option).contains("--allow-writing-to-package-directory new-feature NAME"))
    #expect(try package.contents == ["Package.swift": Self.array])
  }
}
