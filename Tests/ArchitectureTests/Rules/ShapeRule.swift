/// Every feature has the same folders and kinds of files, name for name, with its own name for X.
enum ShapeRule {
  /// What every feature has.
  static let required: Set = [
    "Domain/Errors/XError", "Domain/Repositories/XRepository", "Domain/Repositories/RemoteXRepository",
    "Domain/UseCases/XUseCase", "Presentation/ViewModel/XState", "Presentation/ViewModel/XActions",
    "Presentation/ViewModel/XStore", "Presentation/ViewModel/XMessages", "Presentation/ViewModel/XMessages+Error",
    "Presentation/ViewModel/XRoute", "XStore+Live",
  ]
  /// Folders with one file for each thing of the feature’s own.
  static let open = wire.union(["Domain/Models", "Domain/UseCases", "Presentation/Models", "Presentation/Views"])
  /// What goes over the wire, in a feature whose server does not speak the built-in contract.
  static let wire: Set = ["Data/Requests", "Data/Responses"]

  static func violations(in files: [SourceFile]) -> [Violation] {
    let features = Manifest.features(in: files)
    let folders = Set(features.flatMap { shape(of: $0, in: files).folders })
      .union(["Domain/Models", "Domain/UseCases", "Presentation/Models"]).subtracting(wire)
    return features.flatMap { feature -> [Violation] in
      let top = "Features/\(feature)"
      let shape = shape(of: feature, in: files)
      let missing = required.subtracting(shape.kinds).map { Violation(top, "has no \($0)") }
      let missingFolders = folders.subtracting(shape.folders).map { Violation(top, "has no folder \($0)") }
      let unknown = shape.kinds.filter { !isKnown($0) }.map { Violation(top, "has a file of no kind: \($0)") }
      return missing + missingFolders + unknown
    }.sorted()
  }

  /// The files of a feature without folder and ending, with X for its name; and its folders.
  private static func shape(of feature: String, in files: [SourceFile]) -> (kinds: Set<String>, folders: Set<String>) {
    let own = files.filter { $0.isIn("Features/\(feature)") && $0.name.hasSuffix(".swift") }
    let prefix = own.first { $0.name.hasSuffix("Store+Live.swift") && $0.folders.count == 2 }
      .map { String($0.name.dropLast("Store+Live.swift".count)) }
    let kinds = own.map { file in
      let name = String(file.name.dropLast(".swift".count))
      return (file.folders.dropFirst(2) + [prefix.map { generic(name, $0) } ?? name]).joined(separator: "/")
    }
    return (Set(kinds), Set(own.map { $0.folders.dropFirst(2).joined(separator: "/") }.filter { !$0.isEmpty }))
  }

  private static func generic(_ name: String, _ prefix: String) -> String {
    if name.hasPrefix("Remote\(prefix)") { return "RemoteX" + name.dropFirst("Remote\(prefix)".count) }
    return name.hasPrefix(prefix) ? "X" + name.dropFirst(prefix.count) : name
  }

  /// Whether a file is required, extends one that is, or stands where each feature has its own.
  private static func isKnown(_ kind: String) -> Bool {
    let folder = kind.split(separator: "/").dropLast().joined(separator: "/")
    let extended = String(kind.prefix { $0 != "+" })
    return required.contains(kind) || required.contains(extended) || open.contains(folder)
  }
}
