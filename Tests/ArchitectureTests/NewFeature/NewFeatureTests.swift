import Foundation
import Testing

@testable import FeatureGenerator

struct NewFeatureTests {
  private static let array = "let features = [\"Feed\"]\n"
  private static let noArray =
    "let package = Package(dependencies: [.package(name: \"Kit\", path: \"../focal\", traits: [])])\n"

  private static let targets = """
    Add to `targets` in Package.swift:

        .target(
          name: "Search", dependencies: [.product(name: "Core", package: "Kit")],
          path: "Features/Search",
          swiftSettings: [
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
          ]),
        .testTarget(
          name: "SearchTests",
          dependencies: [
            "Search", .product(name: "Core", package: "Kit"),
            .product(name: "CoreTesting", package: "Kit"),
            .product(name: "StoreExploring", package: "Kit"),
            .product(name: "StoreTesting", package: "Kit"),
          ],
          path: "Tests/SearchTests",
          swiftSettings: [
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
          ]),
    """

  @Test func `The command creates the files and adds the name`() throws {
    let package = try TemporaryPackage(manifest: Self.array)
    let report = try package.newFeature("Search", identity: "")
    var expected = Dictionary(
      uniqueKeysWithValues: try Skeleton.own.files(for: FeatureName("Search")).map { ($0.path, $0.text) })
    #expect(
      report == """
        Created:
          \(expected.keys.sorted().joined(separator: "\n  "))
        Added "Search" to `let features` in Package.swift.
        Next: swift test --filter SearchTests
        """)
    expected["Package.swift"] = "let features = [\"Feed\", \"Search\"]\n"
    #expect(try package.contents == expected)
  }

  @Test func `Without an array of names, the command prints the targets and the missing settings`() throws {
    let package = try TemporaryPackage(manifest: Self.noArray)
    let report = try package.newFeature("Search")
    #expect(try package.contents["Package.swift"] == Self.noArray)
    #expect(
      report.hasSuffix(
        """
        .swift

        \(Self.targets)

        For Apple’s platforms, add platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
        Next: swift test --filter SearchTests
        """))
  }

  @Test(arguments: [array, noArray])
  func `A dry run creates nothing and reports the same`(_ manifest: String) throws {
    let package = try TemporaryPackage(manifest: manifest)
    let planned = try package.newFeature("Search", "--dry-run")
    #expect(try package.contents == ["Package.swift": manifest])
    let done = try package.newFeature("Search")
    #expect(planned.replacing("Would create:", with: "Created:").replacing("Would add", with: "Added") == done)
  }

  @Test(
    arguments: [
      "Features/Search/Store.swift", "Tests/SearchTests/Store.swift", "Features/search/Store.swift",
      "Tests/SEARCHTESTS/Store.swift",
    ], [(array, "Add \"Search\" to `let features` in Package.swift."), (noArray, targets)])
  func `No folder is overwritten; one that is not built yet comes with what to add`(
    _ path: String, _ example: (manifest: String, toAdd: String)
  ) throws {
    let package = try TemporaryPackage(manifest: example.manifest)
    try package.write("mine", to: path)
    let folder = path.replacing("/Store.swift", with: "")
    let message = "\(folder) already exists, and no file is overwritten. To build it:\n\n\(example.toAdd)"
    #expect(throws: UsageError(message)) { try package.newFeature("Search") }
    #expect(throws: UsageError(message)) { try package.newFeature("Search", "--dry-run") }
    #expect(try package.contents == ["Package.swift": example.manifest, path: "mine"])
  }

  @Test func `A package that cannot be written stays as it was`() throws {
    let package = try TemporaryPackage(manifest: Self.array)
    try package.write("mine", to: "Tests")
    let error = #expect(throws: UsageError.self) { try package.newFeature("Search") }
    #expect(error?.description.hasPrefix("The package cannot be written: ") == true)
    #expect(try package.contents == ["Package.swift": Self.array, "Tests": "mine"])
  }

  @Test(arguments: [
    ([], "Expected one feature name; found none. For help: swift package new-feature --help"),
    (
      ["Search", "A", "B"],
      "Expected one feature name; found 3 arguments. For help: swift package new-feature --help"
    ),
    (["Search", "--force"], "Unknown option “--force”. Available: --dry-run, --help"),
    (["Feed"], "“Feed” cannot be the name of a feature: there is a target or product “Feed”."),
  ])
  func `Invalid arguments are an error and create nothing`(_ arguments: [String], _ message: String) throws {
    let package = try TemporaryPackage(manifest: Self.array)
    let known = ["package=\(package.folder.path)", "skeleton=\(Skeleton.folder.path)", "existing=Feed", "--"]
    #expect(throws: UsageError(message)) { try NewFeature.run(Arguments(known + arguments)) }
    #expect(try package.contents == ["Package.swift": Self.array])
  }

  @Test func `A folder without a manifest or a skeleton is an error`() throws {
    let package = try TemporaryPackage(manifest: "")
    try FileManager.default.removeItem(at: package.folder.appending(path: "Package.swift"))
    #expect(throws: UsageError("No Package.swift found in \(package.folder.path).")) {
      try package.newFeature("Search")
    }
    #expect(throws: UsageError("The skeleton at /nowhere cannot be read.")) {
      try Skeleton(at: URL(filePath: "/nowhere"))
    }
  }

  @Test(arguments: ["--help", "-h"])
  func `The help names the permission that a script needs`(_ option: String) throws {
    let package = try TemporaryPackage(manifest: Self.array)
    #expect(try package.newFeature(option).contains("--allow-writing-to-package-directory new-feature NAME"))
    #expect(try package.contents == ["Package.swift": Self.array])
  }
}
