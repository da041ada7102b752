import Foundation

/// The text of Package.swift.
struct Manifest: Equatable {
  let text: String

  init(text: String) {
    self.text = text
  }

  init(of package: URL) throws(UsageError) {
    guard let text = try? String(contentsOf: package.appending(path: "Package.swift"), encoding: .utf8) else {
      throw UsageError("No Package.swift found in \(package.path).")
    }
    self.text = text
  }

  /// Returns the manifest with the name in `let features = […]`, or `nil` where it has no such array of names.
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

  /// The instruction where there is an array of names.
  static func nameToAdd(_ name: FeatureName) -> String {
    "Add \"\(name.text)\" to `let features` in Package.swift."
  }

  /// The instruction where there is none; `package` is the one with Core, by its name in the manifest.
  static func targetsToAdd(_ name: FeatureName, package: String) -> String {
    func product(_ module: String) -> String {
      package.isEmpty ? "\"\(module)\"" : ".product(name: \"\(module)\", package: \"\(package)\")"
    }
    let settings = """
      swiftSettings: [
              .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
              .enableUpcomingFeature("MemberImportVisibility"),
            ]),
      """
    return """
      Add to `targets` in Package.swift:

          .target(
            name: "\(name.text)", dependencies: [\(product("Core"))],
            path: "Features/\(name.text)",
            \(settings)
          .testTarget(
            name: "\(name.text)Tests",
            dependencies: [
              "\(name.text)", \(product("Core")),
              \(product("CoreTesting")),
              \(product("StoreExploring")),
              \(product("StoreTesting")),
            ],
            path: "Tests/\(name.text)Tests",
            \(settings)
      """
  }

  /// Returns the name that the manifest gives a package, or its identity.
  func reference(to identity: String) -> String {
    for dependency in text.matches(of: /name:\s*"([^"]+)"\s*,\s*(?:path|url):\s*"([^"]+)"/) {
      let end = dependency.output.2.split(separator: "/").last ?? ""
      let own = end.hasSuffix(".git") ? end.dropLast(".git".count) : end
      if own.lowercased() == identity.lowercased() { return String(dependency.output.1) }
    }
    return identity
  }

  /// An instruction for the setting that Apple’s platforms need, where the manifest lacks it.
  var missingSettings: [String] {
    guard !text.contains(/platforms:\s*\[/) else { return [] }
    return [
      "For Apple’s platforms, add platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],"
    ]
  }
}
