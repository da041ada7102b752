import Testing

/// A rule of the architecture: returns one line for each violation.
struct Rule: Sendable, CustomTestStringConvertible {
  let name: String
  let violations: @Sendable ([Source]) -> [String]

  var testDescription: String { name }

  static let all = [imports, layers, shape, compiler]

  /// Dependencies point one way, from Examples to Features to Core, and the library imports no package.
  static let imports = Rule(name: "imports") { sources in
    let features = Feature.all(in: sources)
    return sources.flatMap { source -> [String] in
      guard let allowed = allowedModules(for: source, features) else { return [] }
      return source.imports.compactMap { module, conditions in
        guard allowed.contains(module) else { return "\(source.path) imports \(module)" }
        guard let condition = conditional[module],
          !conditions.contains(where: { $0.contains("canImport(\(condition))") })
        else { return nil }
        return "\(source.path) imports \(module) without #if canImport(\(condition))"
      }
    }
  }

  /// Inside a feature: View → Store → use case → repository → APIClient.
  static let layers = Rule(name: "layers") { sources in
    let contract = Set(sources.filter(\.isContract).flatMap(\.publicStructs))
    return Feature.all(in: sources).flatMap { feature in
      feature.files(in: sources).flatMap { path, source in
        source.words.filter { forbids($0, in: path, contract) }.sorted().map { "\(source.path) names \($0)" }
      }
    }
  }

  /// Every feature has the same kinds of files, in the same folders.
  static let shape = Rule(name: "shape") { sources in
    Feature.all(in: sources).flatMap { feature in
      let paths = feature.files(in: sources).map { $0.path.replacing(feature.prefix, with: "X") }
      let folders = Set(paths.map { $0.split(separator: "/").dropLast().joined(separator: "/") })
      return kinds.subtracting(paths).sorted().map { "\(feature.folder) has no \($0)" }
        + folders.subtracting(commonFolders).sorted().map { "\(feature.folder) has a folder \($0)" }
    }
  }

  /// The library does not silence the compiler, and cannot be made to crash.
  static let compiler = Rule(name: "compiler") { sources in
    let features = Feature.all(in: sources)
    return sources.filter { allowedModules(for: $0, features) != nil && !raw.contains($0.path) }.flatMap { source in
      [
        "@unchecked Sendable", "nonisolated(unsafe)", "@preconcurrency", "try!", "as!", "fatalError",
        "preconditionFailure",
      ]
      .filter { phrase in source.lines.contains { $0.contains(phrase) } }.map { "\(source.path) uses \($0)" }
    }
  }

  /// The one file that runs the jobs of the runtime itself.
  private static let sandbox = "Tests/StoreExploring/Sandbox.swift"
  /// The one file that finds the lines of calls.
  private static let callSite = "Tests/StoreExploring/CallSite.swift"
  /// The file of the jobs, and the one that reads the memory of a subject.
  private static let raw: Set = [sandbox, "Tests/StoreExploring/SubjectReader.swift"]
  private static let system: Set = ["Foundation", "Observation", "Synchronization"]
  /// Modules that not every platform has, with the condition that they need.
  private static let conditional = [
    "FoundationNetworking": "FoundationNetworking", "Security": "Security", "SwiftUI": "SwiftUI", "AppKit": "SwiftUI",
    "UIKit": "SwiftUI", "AuthenticationServices": "AuthenticationServices", "CryptoKit": "CryptoKit",
  ]
  private static let kinds: Set = [
    "XStore+Live.swift", "Domain/XError.swift", "Domain/XRepository.swift", "Data/RemoteXRepository.swift",
    "Domain/XUseCase.swift", "Presentation/XState.swift", "Presentation/XActions.swift",
    "Presentation/XMemory.swift", "Presentation/XStore.swift", "Presentation/XMessages.swift",
  ]
  private static let commonFolders: Set = ["", "Data", "Domain", "Presentation", "Presentation/Views"]

  /// The modules that a library file may import; `nil` for a file of an example or a test.
  private static func allowedModules(for source: Source, _ features: [Feature]) -> Set<String>? {
    if source.isIn("Core") { return system.union(conditional.keys) }
    if let feature = features.first(where: { source.isIn($0.folder) }) {
      return source.isIn("\(feature.folder)/Domain")
        ? ["Core", "Foundation"] : system.union(conditional.keys).union(["Core"])
    }
    if source.path == sandbox { return system.union(["_Concurrency"]) }
    if source.path == callSite { return system.union(["Runtime"]) }
    if source.isIn("Tests/StoreExploring") { return system }
    if source.isIn("Tests/StoreTesting") { return system.union(["StoreExploring", "Testing", "XCTest"]) }
    if source.isIn("Tests/CoreTesting") { return ["Core", "StoreExploring"] }
    if source.isIn("Tests/RepositoryTesting") {
      return system.union(["Core", "StoreTesting"]).union(
        features.compactMap { $0.folder.split(separator: "/").last.map(String.init) })
    }
    return nil
  }

  private static func forbids(_ word: String, in path: String, _ contract: Set<String>) -> Bool {
    let isClient = word.hasSuffix("APIClient") || word == "APIRequest" || contract.contains(word)
    let isCodable = ["Codable", "Encodable", "Decodable", "JSONCoding", "JSONEncoder", "JSONDecoder"].contains(word)
    let isShown = ["State", "Store", "Messages", "Route", "Actions", "View"].contains { word.hasSuffix($0) }
    if path.hasPrefix("Presentation/") {
      let isUseCaseInView = path.hasPrefix("Presentation/Views/") && word.hasSuffix("UseCase")
      return isClient || isCodable || isUseCaseInView || word.hasSuffix("Repository")
    }
    if path.hasPrefix("Domain/") { return isShown || isClient || isCodable }
    return path.hasPrefix("Data/") && (isShown || word.hasSuffix("UseCase"))
  }
}

/// A folder with a Store and the file that wires it.
private struct Feature {
  let folder: String
  /// The name that its types begin with, such as `Auth`.
  let prefix: String

  static func all(in sources: [Source]) -> [Feature] {
    sources.compactMap { source in
      guard let match = source.path.wholeMatch(of: /(.+)\/(\w+)Store\+Live\.swift/) else { return nil }
      return Feature(folder: String(match.output.1), prefix: String(match.output.2))
    }
  }

  /// The files, with their paths from the feature’s folder.
  func files(in sources: [Source]) -> [(path: String, source: Source)] {
    sources.filter { $0.isIn(folder) }.map { (String($0.path.dropFirst(folder.count + 1)), $0) }
  }
}

extension Source {
  fileprivate var isContract: Bool { path.hasSuffix("Contract.swift") || path.contains("/Data/") && !isIn("Core") }

  fileprivate var publicStructs: [String] {
    lines.compactMap { $0.firstMatch(of: /^(?:public |package )?struct (\w+)/).map { String($0.output.1) } }
  }
}
