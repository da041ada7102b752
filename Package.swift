// swift-tools-version: 6.2
import PackageDescription

/// The features.
///
/// Each is a folder in Features, a module, a product and a folder of tests; adding one is one line.
let features = [
  "Authentication"
]

/// Nobody leaves the actor of their caller unless it says `@concurrent`, and every file names what it uses.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Driver"]))
let customDump = Target.Dependency.product(
  name: "CustomDump", package: "swift-custom-dump", condition: .when(traits: ["TestKit"]))

let asyncHTTPClient = Target.Dependency.product(
  name: "AsyncHTTPClient", package: "async-http-client", condition: .when(traits: ["Network"]))
let hummingbird = Target.Dependency.product(
  name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Network"]))

func library(_ name: String, _ path: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: settings)
}

let package = Package(
  name: "focal",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: (["Core"] + features).map { .library(name: $0, targets: [$0]) } + [
    .library(name: "AsyncHTTPClientTransport", targets: ["AsyncHTTPClientTransport"]),
    .executable(name: "focal-http", targets: ["focal-http"]),
  ],
  traits: [
    .trait(name: "Driver", description: "The example driver, `focal`: resolves swift-argument-parser."),
    .trait(name: "TestKit", description: "The assertions of StoreTesting: resolves swift-custom-dump."),
    .trait(
      name: "Network", description: "The real network on Linux: resolves async-http-client and Hummingbird.",
      enabledTraits: ["Driver"]),
    .default(enabledTraits: ["Driver", "TestKit", "Network"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.30.0", traits: []),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
  ],
  targets: [
    library("Core", "Core"),
    tests("CoreTests", ["Core"]),
    library("AsyncHTTPClientTransport", "Examples/AsyncHTTPClientTransport", ["Core", asyncHTTPClient]),
    library("FakeServer", "Examples/HTTPDriver/FakeServer", ["Core", hummingbird]),
    .executableTarget(
      name: "focal-http", dependencies: ["Core", "FakeServer", "AsyncHTTPClientTransport", argumentParser],
      path: "Examples/HTTPDriver/Command", swiftSettings: settings),
    tests("ExamplesTests", ["Core", "FakeServer", "AsyncHTTPClientTransport"]),
  ]
    + features.flatMap { feature in
      [
        library(feature, "Features/\(feature)", ["Core"]),
        tests("\(feature)Tests", [.target(name: feature), "Core"]),
      ]
    }
)
