import Foundation

/// What Package.swift says, and what a new feature needs of it.
struct Manifest: Equatable {
  let text: String

  /// The manifest with one name more in `let features = […]`, or `nil` where it has no such array of names.
  func adding(_ name: FeatureName) -> Manifest? {
    guard
      let array = text.firstMatch(of: /(?m)^let\s+features\s*(?::\s*\[\s*String\s*\]\s*)?=\s*\[([^\]]*)\]/),
      array.output.1.wholeMatch(of: /\s*(?:"\w+"\s*(?:,\s*"\w+"\s*)*,?\s*)?/) != nil
    else { return nil }
    guard let last = array.output.1.matches(of: /(\s*)"\w+"/).last else {
      return inserting("\"\(name.text)\"", at: array.output.1.startIndex)
    }
    let space = last.output.1.contains("\n") ? last.output.1 : " "
    return inserting(",\(space)\"\(name.text)\"", at: last.range.upperBound)
  }

  private func inserting(_ new: String, at index: String.Index) -> Manifest {
    Manifest(text: text[..<index] + new + text[index...])
  }

  /// The lines for `targets: […]`, where there is no array to add the name to.
  ///
  /// - Parameters:
  ///   - name: The feature.
  ///   - package: The package that the modules come from.
  static func targets(_ name: FeatureName, package: String) -> String {
    func product(_ module: String) -> String { ".product(name: \"\(module)\", package: \"\(package)\")" }
    return """
          .target(
            name: "\(name.text)", dependencies: [\(product("Core"))],
            path: "Features/\(name.text)",
            swiftSettings: [
              .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
              .enableUpcomingFeature("MemberImportVisibility"),
            ]),
          .testTarget(
            name: "\(name.text)Tests",
            dependencies: [
              "\(name.text)", \(product("Core")),
              \(product("StoreExploring")),
              \(product("StoreTesting")),
            ],
            path: "Tests/\(name.text)Tests"),
      """
  }

  /// How the manifest calls a package: by the name that it gives it, or by its identity.
  func reference(to identity: String) -> String {
    for dependency in text.matches(of: /name:\s*"([^"]+)"\s*,\s*(?:path|url):\s*"([^"]+)"/) {
      let end = dependency.output.2.split(separator: "/").last ?? ""
      let own = end.hasSuffix(".git") ? end.dropLast(".git".count) : end
      if own.lowercased() == identity.lowercased() { return String(dependency.output.1) }
    }
    return identity
  }

  /// What else the manifest must say for the feature’s tests and on Apple’s platforms.
  ///
  /// - Parameter package: The package that the modules come from.
  func advice(on package: String) -> [String] {
    var advice: [String] = []
    if text.contains(/traits:\s*\[/), !text.contains("\"TestKit\"") {
      advice.append(
        "The tests need the test kit: write traits: [\"TestKit\"] in the dependency on “\(package)”.")
    }
    if !text.contains(/platforms:\s*\[/) {
      advice.append(
        "Apple’s platforms need: platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],")
    }
    return advice
  }
}
