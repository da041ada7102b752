// swift-tools-version: 6.2
import PackageDescription

/// The features: each is a folder in Features, a module, a product and a test target.
let features = ["Authentication", "Feed", "MyPage"]

/// A call stays on its caller’s actor unless the function is `@concurrent`, and every file imports what it uses.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Driver"]))
let customDump = Target.Dependency.product(
  name: "CustomDump", package: "swift-custom-dump", condition: .when(traits: ["TestKit"]))

func network(_ package: String, _ products: String...) -> [Target.Dependency] {
  products.map { .product(name: $0, package: package, condition: .when(traits: ["Network"])) }
}

func library(_ name: String, _ path: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: "Tests/\(name)", exclude: exclude, swiftSettings: settings)
}

/// The templates of the page.
let webTemplates = [
  "account", "compose", "feed", "fields", "header", "inspector", "login", "machines", "message", "more", "mypage",
  "notices", "page", "post", "steps", "unsent",
]

let package = Package(
  name: "focal",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: (["Core"] + features + ["StoreExploring", "StoreTesting", "RepositoryTesting", "AsyncHTTPClientTransport"])
    .map { .library(name: $0, targets: [$0]) } + [.plugin(name: "NewFeature", targets: ["NewFeature"])],
  traits: [
    .trait(name: "Driver", description: "The example driver, `focal`; resolves swift-argument-parser."),
    .trait(name: "TestKit", description: "The assertions of StoreTesting; resolves swift-custom-dump."),
    .trait(
      name: "Network",
      description: "Sockets on Linux, for `focal-http` and its transport; resolves async-http-client and Hummingbird.",
      enabledTraits: ["Driver"]),
    .default(enabledTraits: ["Driver", "TestKit"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.0"),
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
    library("Core", "Core"), tests("CoreTests", ["Core", "TestSupport", "StoreExploring"]),
    // Explorations run in debug builds, and would take half as long again without optimization. SwiftPM accepts the flag
    // in a dependency whose tools version is 6.2 or later.
    .target(
      name: "StoreExploring", dependencies: ["Core"], path: "Tests/StoreExploring",
      swiftSettings: settings + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    library("StoreTesting", "Tests/StoreTesting", ["StoreExploring", customDump]),
    library(
      "RepositoryTesting", "Tests/RepositoryTesting", ["Core", "StoreTesting"] + features.map { .target(name: $0) }),
    tests(
      "RepositoryTestingTests",
      ["RepositoryTesting", "Core", "ExampleApp", "Mastodon", "PocketBase", "TestSupport"]
        + features.map { .target(name: $0) }),
    tests("StoreExploringTests", ["StoreExploring", "Core", "TestSupport"]),
    tests("StoreTestingTests", ["StoreTesting", "StoreExploring", "Core"]),
    .target(name: "ProcessCounters", path: "Tests/TestSupport/WorkCounting/ProcessCounters"),
    library("WorkCounting", "Tests/TestSupport/WorkCounting/Counting", ["ProcessCounters"]),
    .target(
      name: "TestSupport", dependencies: ["Core"], path: "Tests/TestSupport", exclude: ["WorkCounting"],
      swiftSettings: settings),
    library("Search", "Examples/Search", ["Core"]),
    library("ExampleApp", "Examples/App", ["Core"] + features.map { .target(name: $0) }),
    // Written as by a user of the package: without access to what is not public.
    .target(
      name: "PocketBase",
      dependencies: ["Core", "ExampleApp"] + features.map { .target(name: $0) }
        + network("async-http-client", "AsyncHTTPClient") + network("swift-nio", "NIOCore", "NIOHTTP1"),
      path: "Examples/PocketBase", exclude: ["README.md", "pb_migrations"], packageAccess: false,
      swiftSettings: settings),
    .target(
      name: "Mastodon", dependencies: ["Core", "ExampleApp"] + features.map { .target(name: $0) },
      path: "Examples/Mastodon", exclude: ["README.md"], packageAccess: false, swiftSettings: settings),
    .target(
      name: "Driver", dependencies: ["ExampleApp", "StoreExploring", argumentParser], path: "Examples/Driver",
      exclude: ["Main"], swiftSettings: settings),
    .executableTarget(
      name: "focal", dependencies: ["Driver", argumentParser], path: "Examples/Driver/Main", swiftSettings: settings),
    library(
      "AsyncHTTPClientTransport", "Examples/AsyncHTTPClientTransport",
      ["Core"] + network("async-http-client", "AsyncHTTPClient") + network("swift-nio-ssl", "NIOSSL")
        + network("swift-nio", "NIOCore", "NIOHTTP1", "NIOPosix") + network("swift-nio-extras", "NIOHTTPCompression")),
    .target(
      name: "FakeServer",
      dependencies: ["Core"] + network("hummingbird", "Hummingbird", "HummingbirdCore")
        + network("swift-nio", "NIOCore") + network("swift-http-types", "HTTPTypes") + network("swift-log", "Logging")
        + network("swift-service-lifecycle", "ServiceLifecycle", "UnixSignals"),
      path: "Examples/HTTPDriver/FakeServer", resources: [.embedInCode("openapi.json")], swiftSettings: settings),
    .target(
      name: "Web",
      dependencies: ["Core", "Driver", "ExampleApp", "FakeServer", "StoreExploring"]
        + features.map { .target(name: $0) }
        + network("hummingbird", "Hummingbird", "HummingbirdCore") + network("swift-mustache", "Mustache")
        + network("swift-nio", "NIOCore") + network("swift-http-types", "HTTPTypes")
        + network("swift-service-lifecycle", "ServiceLifecycle", "UnixSignals"),
      path: "Examples/Web",
      resources: webTemplates.map { .embedInCode("Templates/\($0).mustache") }
        + ["page.css", "page.js", "icon.svg", "inspector.css", "inspector.js"].map { .embedInCode("Assets/\($0)") },
      swiftSettings: settings),
    .executableTarget(
      name: "focal-http",
      dependencies: [
        "Core", "Driver", "ExampleApp", "FakeServer", "AsyncHTTPClientTransport", "Mastodon", "PocketBase",
        "Search", "StoreExploring", "Web", argumentParser,
      ] + features.map { .target(name: $0) } + network("swift-service-lifecycle", "UnixSignals"),
      path: "Examples/HTTPDriver/Command", swiftSettings: settings),
    .executableTarget(
      name: "fault-probe", dependencies: ["Core", "AsyncHTTPClientTransport", argumentParser],
      path: "Tests/FaultProbe", swiftSettings: settings),
    .executableTarget(
      name: "SwiftUIApp", dependencies: ["Core", "ExampleApp"] + features.map { .target(name: $0) },
      path: "Examples/SwiftUIApp",
      swiftSettings: settings),
    .executableTarget(
      name: "focal-benchmarks",
      dependencies: [
        "Core", "StoreExploring", "FakeServer", "AsyncHTTPClientTransport", argumentParser,
      ]
        + features.map { .target(name: $0) },
      path: "Examples/Benchmarks/Command", swiftSettings: settings),
    tests(
      "ExamplesTests",
      [
        "Core", "ExampleApp", "Driver", "FakeServer", "AsyncHTTPClientTransport", "Web",
        "StoreExploring", "StoreTesting", "TestSupport", argumentParser,
      ] + features.map { .target(name: $0) } + network("hummingbird", "Hummingbird", "HummingbirdCore")
        + network("swift-nio", "NIOCore", "NIOEmbedded", "NIOPosix") + network("swift-nio-ssl", "NIOSSL")
        + network("swift-log", "Logging") + network("swift-http-types", "HTTPTypes"),
      exclude: ["Golden"]),
    tests("MastodonTests", ["Mastodon", "Core", "ExampleApp", "TestSupport"] + features.map { .target(name: $0) }),
    tests(
      "PocketBaseTests",
      ["PocketBase", "Core", "ExampleApp", "AsyncHTTPClientTransport", "RepositoryTesting", "TestSupport"]
        + features.map { .target(name: $0) }),
    // An app of this package: without access to what is not public.
    .testTarget(
      name: "AcceptanceTests",
      dependencies: ["Core", "ExampleApp", "Search", "StoreExploring", "StoreTesting", "focal"]
        + features.map { .target(name: $0) },
      path: "Tests/AcceptanceTests", exclude: ["Answers"], packageAccess: false, swiftSettings: settings),
    tests("ArchitectureTests", []),
    .plugin(
      name: "NewFeature",
      capability: .command(
        intent: .custom(
          verb: "new-feature", description: "Creates a feature: its folders, its files and its first tests."),
        permissions: [
          .writeToPackageDirectory(reason: "Creates the feature’s files and adds its name to Package.swift")
        ]),
      dependencies: ["FeatureGenerator"], path: "Features/NewFeature/Plugin"),
    .executableTarget(name: "FeatureGenerator", path: "Features/NewFeature/Generator", swiftSettings: settings),
    tests("NewFeatureTests", ["FeatureGenerator", "TestSupport"]),
    // The skeleton of the command is built and tested like any other feature.
    library("Placeholder", "Features/NewFeature/Skeleton/Features/Placeholder", ["Core"]),
    .testTarget(
      name: "PlaceholderTests", dependencies: ["Placeholder", "Core", "StoreExploring", "StoreTesting"],
      path: "Features/NewFeature/Skeleton/Tests/PlaceholderTests", swiftSettings: settings),
  ]
    + features.flatMap { feature in
      [
        library(feature, "Features/\(feature)", ["Core"]),
        tests(
          "\(feature)Tests",
          [
            .target(name: feature), "Core", "StoreExploring", "StoreTesting", "TestSupport", "WorkCounting",
            customDump,
          ]),
      ]
    }
)
