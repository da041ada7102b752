// swift-tools-version: 6.2
import PackageDescription

/// The features: each is a folder in Features, a module, a product and a test target.
let features = ["Authentication", "Feed", "MyPage"]

/// Products of a package that only the trait `Network` resolves.
func network(_ package: String, _ products: String...) -> [Target.Dependency] {
  products.map { .product(name: $0, package: package, condition: .when(traits: ["Network"])) }
}

let database = Target.Dependency.product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["GRDB"]))
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Driver"]))
let server =
  network("hummingbird", "Hummingbird", "HummingbirdCore") + network("swift-nio", "NIOCore")
  + network("swift-http-types", "HTTPTypes") + network("swift-log", "Logging")
  + network("swift-service-lifecycle", "ServiceLifecycle", "UnixSignals")
let library: [Target.Dependency] = ["Core"] + features.map { .target(name: $0) }

let package = Package(
  name: "focal",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: (["Core"] + features
    + ["StoreExploring", "StoreTesting", "CoreTesting", "RepositoryTesting", "AsyncHTTPClientTransport"])
    .map { .library(name: $0, targets: [$0]) } + [.plugin(name: "NewFeature", targets: ["NewFeature"])],
  traits: [
    .trait(name: "Driver", description: "The example driver, `focal`; resolves swift-argument-parser."),
    .trait(
      name: "Network", description: "Sockets on Linux: `focal-http` and its transport; resolves Hummingbird and more.",
      enabledTraits: ["Driver"]),
    .trait(name: "GRDB", description: "A storage of snapshots in SQLite, `GRDBSnapshots`; resolves GRDB.swift."),
    .default(enabledTraits: ["Driver"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.30.0", traits: []),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.100.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.0.0"),
  ],
  targets: [
    .target(name: "Core", path: "Core"),
    .target(name: "StoreExploring", path: "Tests/StoreExploring"),
    .target(name: "StoreTesting", dependencies: ["StoreExploring"], path: "Tests/StoreTesting"),
    .target(name: "CoreTesting", dependencies: ["Core", "StoreExploring"], path: "Tests/CoreTesting"),
    .target(name: "RepositoryTesting", dependencies: library + ["StoreTesting"], path: "Tests/RepositoryTesting"),
    .target(name: "ProcessCounters", path: "Tests/TestSupport/ProcessCounters"),
    .target(
      name: "TestSupport", dependencies: ["Core", "StoreExploring", "ProcessCounters"], path: "Tests/TestSupport",
      exclude: ["ProcessCounters"]),
    // What has no package access is written as by a user of the package.
    .target(name: "Search", dependencies: ["Core"], path: "Examples/Search", packageAccess: false),
    .target(name: "ExampleApp", dependencies: library, path: "Examples/App"),
    .target(
      name: "PocketBase",
      dependencies: library + ["ExampleApp"] + network("async-http-client", "AsyncHTTPClient")
        + network("swift-nio", "NIOCore", "NIOHTTP1"),
      path: "Examples/PocketBase", exclude: ["README.md", "pb_migrations"], packageAccess: false),
    .target(
      name: "GRDBSnapshots", dependencies: ["Core", database], path: "Examples/GRDBSnapshots", packageAccess: false),
    .target(
      name: "Mastodon", dependencies: library + ["ExampleApp"], path: "Examples/Mastodon", exclude: ["README.md"],
      packageAccess: false),
    .target(
      name: "AsyncHTTPClientTransport",
      dependencies: ["Core"] + network("async-http-client", "AsyncHTTPClient") + network("swift-nio-ssl", "NIOSSL")
        + network("swift-nio", "NIOCore", "NIOHTTP1", "NIOPosix") + network("swift-nio-extras", "NIOHTTPCompression"),
      path: "Examples/AsyncHTTPClientTransport"),
    .target(
      name: "Driver", dependencies: ["ExampleApp", "StoreExploring", "CoreTesting", argumentParser],
      path: "Examples/Driver",
      exclude: ["Main"]),
    .target(name: "AppAlbum", dependencies: ["Driver", "ExampleApp"], path: "Examples/AppAlbum"),
    .target(
      name: "Web",
      dependencies: library + ["Driver", "ExampleApp", "StoreExploring"] + server
        + network("swift-mustache", "Mustache"),
      path: "Examples/Web",
      resources: ["Templates", "Assets", "FakeServer/openapi.json"].map { .embedInCode($0) }),
    .executableTarget(name: "focal", dependencies: ["Driver", argumentParser], path: "Examples/Driver/Main"),
    .executableTarget(
      name: "focal-http",
      dependencies: library
        + ["Driver", "ExampleApp", "AsyncHTTPClientTransport", "Mastodon", "PocketBase", "Search", "StoreExploring"]
        + ["Web", argumentParser] + network("swift-service-lifecycle", "UnixSignals"),
      path: "Examples/HTTPDriver/Command"),
    .executableTarget(name: "SwiftUIApp", dependencies: library + ["ExampleApp"], path: "Examples/SwiftUIApp"),
    .executableTarget(
      name: "focal-benchmarks",
      dependencies: library + ["StoreExploring", "CoreTesting", "Web", "AsyncHTTPClientTransport", argumentParser]
        + ["GRDBSnapshots", database],
      path: "Examples/Benchmarks/Command"),
    .executableTarget(name: "FeatureGenerator", path: "Features/NewFeature/Generator"),
    .plugin(
      name: "NewFeature",
      capability: .command(
        intent: .custom(
          verb: "new-feature", description: "Creates a feature: its folders, its files and its first tests."),
        permissions: [
          .writeToPackageDirectory(reason: "Creates the feature’s files and adds its name to Package.swift")
        ]),
      dependencies: ["FeatureGenerator"], path: "Features/NewFeature/Plugin"),
    .testTarget(name: "CoreTests", dependencies: ["Core", "TestSupport", "StoreExploring", "CoreTesting"]),
    .testTarget(name: "StoreTestingTests", dependencies: ["StoreTesting", "CoreTesting", "TestSupport"]),
    .testTarget(
      name: "ExamplesTests",
      dependencies: library + [
        "ExampleApp", "Driver", "AppAlbum", "AsyncHTTPClientTransport", "Web", "Mastodon", "PocketBase",
      ]
        + ["RepositoryTesting", "CoreTesting", "StoreTesting", "TestSupport", argumentParser]
        + ["GRDBSnapshots", database] + server
        + network("swift-nio", "NIOEmbedded", "NIOPosix") + network("swift-nio-ssl", "NIOSSL"), exclude: ["Golden"]),
    .testTarget(
      name: "AcceptanceTests",
      dependencies: library + ["ExampleApp", "Search", "CoreTesting", "StoreTesting", "focal"],
      exclude: ["Answers"], packageAccess: false),
    // Models as apps have them, with the settings that SwiftPM has by default.
    .testTarget(name: "OrdinaryModelTests", dependencies: ["StoreTesting"], packageAccess: false),
    .testTarget(name: "MuseumTests", dependencies: ["StoreTesting", "TestSupport"], exclude: ["Promela"]),
    .testTarget(name: "ArchitectureTests", dependencies: ["FeatureGenerator", "TestSupport"]),
  ]
    + features.flatMap { feature in
      [
        .target(name: feature, dependencies: ["Core"], path: "Features/\(feature)"),
        .testTarget(
          name: "\(feature)Tests",
          dependencies: [.target(name: feature), "Core", "CoreTesting", "StoreTesting", "TestSupport"]),
      ]
    }
)

// A call stays on its caller’s actor unless the function is `@concurrent`, and every file imports what it uses.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
]
for target in package.targets where target.type != .plugin && target.name != "OrdinaryModelTests" {
  target.swiftSettings = settings
}
// Explorations run in debug builds, and would take half as long again without optimization. SwiftPM accepts the flag in
// a dependency whose tools version is 6.2 or later.
package.targets.first { $0.name == "StoreExploring" }?.swiftSettings? += [
  .unsafeFlags(["-O"], .when(configuration: .debug))
]
