/// The library modules depend on no package, and Package.swift names the features once.
enum ManifestRule {
  static func violations(in files: [SourceFile]) -> [Violation] {
    let text = Manifest.text(in: files)
    let targets = text.matches(of: /\blibrary\(\s*([^,()]+?)\s*,\s*"([^"]*)"\s*(?:,\s*\[([^\]]*)\])?\s*\)/)
    let dependencies = Dictionary(
      targets.map { ($0.output.1.filter { $0 != "\"" }, String($0.output.3 ?? "")) }, uniquingKeysWith: { $0 + $1 })
    return check("Core", dependencies, allowed: "") + check("feature", dependencies, allowed: "\"Core\"")
      + Manifest.features(in: files).compactMap { feature in
        let count = text.matches(of: /"([^"]*)"/).count { $0.output.1 == feature }
        return count == 1 ? nil : Violation("Package.swift", "names \(feature) \(count) times")
      }
  }

  private static func check(_ name: String, _ found: [String: String], allowed: String) -> [Violation] {
    guard let dependencies = found[name] else { return [Violation("Package.swift", "has no library \(name)")] }
    return dependencies == allowed ? [] : [Violation("Package.swift", "\(name) depends on \(dependencies)")]
  }
}
