// swift-tools-version: 6.2
import PackageDescription

/// The features.
///
/// Each is a folder in Features, a module, a product and a folder of tests; adding one is one line.
let features = ["Authentication", "Feed", "MyPage"]

/// Nobody leaves the actor of their caller unless it says `@concurrent`, and every file names what it uses.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Driver"]))
let customDump = Target.Dependency.product(
  name: "CustomDump", package: "swift-custom-dump", condition: .when(traits: ["TestKit"]))

func library(_ name: String, _ path: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: settings)
}

let package = Package(
  name: "focal",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: (["Core"] + features + ["StoreExploring", "StoreTesting"]).map { .library(name: $0, targets: [$0]) },
  traits: [
    .trait(name: "Driver", description: "The example driver, `focal`: resolves swift-argument-parser."),
    .trait(name: "TestKit", description: "The assertions of StoreTesting: resolves swift-custom-dump."),
    .default(enabledTraits: ["Driver", "TestKit"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.0"),
  ],
  targets: [
    library("Core", "Core"), tests("CoreTests", ["Core"]),
    library("StoreExploring", "Tests/StoreExploring", ["Core"]),
    library("StoreTesting", "Tests/StoreTesting", ["StoreExploring", customDump]),
    tests("StoreExploringTests", ["StoreExploring", "Core"]),
    tests("StoreTestingTests", ["StoreTesting", "StoreExploring", "Core"]),
    tests("ArchitectureTests", []),
  ]
    + features.flatMap { feature in
      [
        library(feature, "Features/\(feature)", ["Core"]),
        tests("\(feature)Tests", [.target(name: feature), "Core", "StoreExploring", "StoreTesting", customDump]),
      ]
    }
)
