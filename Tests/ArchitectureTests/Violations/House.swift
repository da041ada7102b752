/// A small repository that breaks no rule, to break one in.
enum House {
  static let manifest = SourceFile(
    "Package.swift",
    """
    let features = ["Letters"]
    func library(_ name: String, _ path: String, _ dependencies: [Target.Dependency] = []) -> Target {}
    targets: [library("Core", "Core")] + features.flatMap { feature in
      [library(feature, "Features/\\(feature)", ["Core"])]
    }
    """)

  /// The files of a feature, each with its main type.
  static func feature(_ feature: String, _ name: String) -> [SourceFile] {
    let kinds = ShapeRule.required.union(["Domain/Models/Draft", "Presentation/Models/Shown"])
    return kinds.sorted().map { kind in
      let path = "Features/\(feature)/\(kind.replacing("X", with: name)).swift"
      let type = kind.split(separator: "/").last.map { $0.replacing("X", with: name) } ?? ""
      let own = ["Draft", "Shown"].contains(type) ? name + type : type
      return SourceFile(path, own.contains("+") ? "import Core" : "import Core\npublic struct \(own) {}")
    }
  }

  static let files =
    [manifest, SourceFile("Core/Data/Requests/LoginRequest.swift", "public struct LoginRequest: Codable {}")]
    + feature("Letters", "Letter")

  /// The house with another file, in place of the one at that path where there is one.
  static func with(_ path: String, _ text: String) -> [SourceFile] {
    files.filter { $0.path != path } + [SourceFile(path, text)]
  }
}
