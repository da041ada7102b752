/// A name means one thing: no two library modules declare the same public type, none is called as a module, and the
/// main types of a feature stand in the file of their name.
enum NameRule {
  static let main = [
    "Domain/Errors": ["Error"], "Domain/Repositories": ["Repository"], "Domain/UseCases": ["UseCase"],
    "Presentation/ViewModel": ["State", "Actions", "Store", "Messages", "Route"],
  ]

  static func violations(in files: [SourceFile]) -> [Violation] {
    let features = Manifest.features(in: files)
    let modules = ["Core": "Core", "StoreExploring": "Tests/StoreExploring", "StoreTesting": "Tests/StoreTesting"]
      .merging(features.map { ($0, "Features/\($0)") }) { first, _ in first }
    let declared = modules.values.sorted().flatMap { folder in
      files.filter { $0.isIn(folder) }.flatMap { file in
        file.topLevelNames.filter(\.isPublic).map { (name: $0.name, path: file.path) }
      }
    }
    let repeated = Dictionary(grouping: declared, by: \.name).filter { $0.value.count > 1 }
    return repeated.map { name, places in
      Violation(places.map(\.path).sorted().joined(separator: ", "), "declare \(name)")
    }.sorted()
      + declared.filter { modules[$0.name] != nil }.map { Violation($0.path, "calls a type \($0.name), as a module") }
      + features.flatMap { missing($0, in: files) }
  }

  /// The main types that are not declared, publicly, in the file of their name.
  private static func missing(_ feature: String, in files: [SourceFile]) -> [Violation] {
    files.filter { $0.isIn("Features/\(feature)") }.compactMap { file in
      let name = String(file.name.dropLast(".swift".count))
      let suffixes = main[file.folders.dropFirst(2).joined(separator: "/")] ?? []
      guard !name.contains("+"), suffixes.contains(where: { name.hasSuffix($0) }) else { return nil }
      return file.topLevelNames.contains(TopLevelName(name: name, isPublic: true))
        ? nil : Violation(file.path, "does not declare \(name)")
    }
  }
}
