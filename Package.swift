// swift-tools-version: 6.2
import PackageDescription

/// The features: each is a folder in Features, a module, a product and a test target.
let features = ["Authentication", "Feed", "MyPage"]

/// A call stays on its caller’s actor unless the function is `@concurrent`, and every file imports what it uses.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func target(
  _ name: String, _ path: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  resources: [Resource] = [], packageAccess: Bool = true, flags: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: path, exclude: exclude, resources: resources,
    packageAccess: packageAccess, swiftSettings: settings + flags)
}

func program(_ name: String, _ path: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], path: String? = nil, exclude: [String] = [],
  packageAccess: Bool = true
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: path ?? "Tests/\(name)", exclude: exclude,
    packageAccess: packageAccess, swiftSettings: settings)
}

/// Products of a package that only the trait `Network` resolves.
func network(_ package: String, _ products: String...) -> [Target.Dependency] {
  products.map { .product(name: $0, package: package, condition: .when(traits: ["Network"])) }
}

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Driver"]))
let server =
  network("hummingbird", "Hummingbird", "HummingbirdCore") + network("swift-nio", "NIOCore")
  + network("swift-http-types", "HTTPTypes") + network("swift-log", "Logging")
  + network("swift-service-lifecycle", "ServiceLifecycle", "UnixSignals")
let library: [Target.Dependency] = ["Core"] + features.map { .target(name: $0) }
let templates = [
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
    .trait(
      name: "Network",
      description: "Sockets on Linux, for `focal-http` and its transport; resolves Hummingbird and more.",
      enabledTraits: ["Driver"]),
    .default(enabledTraits: ["Driver"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
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
    target("Core", "Core"),
    // Explorations run in debug builds, and would take half as long again without optimization. SwiftPM accepts the flag
    // in a dependency whose tools version is 6.2 or later.
    target(
      "StoreExploring", "Tests/StoreExploring", ["Core"], flags: [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    target("StoreTesting", "Tests/StoreTesting", ["StoreExploring"]),
    target("RepositoryTesting", "Tests/RepositoryTesting", library + ["StoreTesting"]),
    .target(name: "ProcessCounters", path: "Tests/TestSupport/ProcessCounters"),
    target("TestSupport", "Tests/TestSupport", ["Core", "ProcessCounters"], exclude: ["ProcessCounters"]),
    target("Search", "Examples/Search", ["Core"], packageAccess: false),
    target("ExampleApp", "Examples/App", library),
    // Written as by a user of the package: without access to what is not public.
    target(
      "PocketBase", "Examples/PocketBase",
      library + ["ExampleApp"] + network("async-http-client", "AsyncHTTPClient")
        + network("swift-nio", "NIOCore", "NIOHTTP1"), exclude: ["README.md", "pb_migrations"], packageAccess: false),
    target("Mastodon", "Examples/Mastodon", library + ["ExampleApp"], exclude: ["README.md"], packageAccess: false),
    target(
      "AsyncHTTPClientTransport", "Examples/AsyncHTTPClientTransport",
      ["Core"] + network("async-http-client", "AsyncHTTPClient") + network("swift-nio-ssl", "NIOSSL")
        + network("swift-nio", "NIOCore", "NIOHTTP1", "NIOPosix") + network("swift-nio-extras", "NIOHTTPCompression")),
    target("Driver", "Examples/Driver", ["ExampleApp", "StoreExploring", argumentParser], exclude: ["Main"]),
    program("focal", "Examples/Driver/Main", ["Driver", argumentParser]),
    target(
      "Web", "Examples/Web",
      library + ["Driver", "ExampleApp", "StoreExploring"] + server + network("swift-mustache", "Mustache"),
      resources: templates.map { .embedInCode("Templates/\($0).mustache") }
        + ["page.css", "page.js", "icon.svg", "inspector.css", "inspector.js"].map { .embedInCode("Assets/\($0)") }
        + [.embedInCode("FakeServer/openapi.json")]),
    program(
      "focal-http", "Examples/HTTPDriver/Command",
      library + ["Driver", "ExampleApp", "AsyncHTTPClientTransport", "Mastodon", "PocketBase", "Search"]
        + ["StoreExploring", "Web", argumentParser] + network("swift-service-lifecycle", "UnixSignals")),
    program("SwiftUIApp", "Examples/SwiftUIApp", library + ["ExampleApp"]),
    program(
      "focal-benchmarks", "Examples/Benchmarks/Command",
      library + ["StoreExploring", "Web", "AsyncHTTPClientTransport", argumentParser]),
    tests("CoreTests", ["Core", "TestSupport", "StoreExploring"]),
    tests("StoreTestingTests", ["StoreTesting", "StoreExploring", "Core", "TestSupport"]),
    tests(
      "ExamplesTests",
      library + ["ExampleApp", "Driver", "AsyncHTTPClientTransport", "Web", "Mastodon", "PocketBase"]
        + ["RepositoryTesting", "StoreExploring", "StoreTesting", "TestSupport", argumentParser] + server
        + network("swift-nio", "NIOEmbedded", "NIOPosix") + network("swift-nio-ssl", "NIOSSL"), exclude: ["Golden"]),
    tests(
      "AcceptanceTests", library + ["ExampleApp", "Search", "StoreExploring", "StoreTesting", "focal"],
      exclude: ["Answers"], packageAccess: false),
    tests("ArchitectureTests", ["FeatureGenerator", "TestSupport"]),
    .plugin(
      name: "NewFeature",
      capability: .command(
        intent: .custom(
          verb: "new-feature", description: "Creates a feature: its folders, its files and its first tests."),
        permissions: [
          .writeToPackageDirectory(reason: "Creates the feature’s files and adds its name to Package.swift")
        ]),
      dependencies: ["FeatureGenerator"], path: "Features/NewFeature/Plugin"),
    program("FeatureGenerator", "Features/NewFeature/Generator"),
    // The skeleton of the command is built and tested like any other feature.
    target("Placeholder", "Features/NewFeature/Skeleton/Features/Placeholder", ["Core"]),
    tests(
      "PlaceholderTests", ["Placeholder", "Core", "StoreExploring", "StoreTesting"],
      path: "Features/NewFeature/Skeleton/Tests/PlaceholderTests"),
  ]
    + features.flatMap { feature in
      [
        target(feature, "Features/\(feature)", ["Core"]),
        tests(
          "\(feature)Tests", [.target(name: feature), "Core", "StoreExploring", "StoreTesting", "TestSupport"]),
      ]
    }
)
