/// Inside a feature: View → Store → use case → repository → client.
///
/// Who stands on the left knows nobody further than the next one on the right, and who stands on the right nobody on
/// the left.
enum LayerRule {
  static func violations(in files: [SourceFile]) -> [Violation] {
    let codables = codables(in: files)
    return Manifest.features(in: files).flatMap { feature in
      files.filter { $0.isIn("Features/\(feature)") }.flatMap { file in
        file.words.filter { isForbidden($0, in: file, codables: codables) }.sorted().map {
          Violation(file.path, "names \($0)")
        }
      }
    }
  }

  private static func isForbidden(_ word: String, in file: SourceFile, codables: Set<String>) -> Bool {
    let isOutside = word.hasSuffix("Repository") || isWire(word, codables)
    let isShown = ["State", "Store", "Messages", "Route", "Actions", "View"].contains { word.hasSuffix($0) }
    switch Layer(file) {
    case .wiring: return false
    case .view: return isOutside || word.hasSuffix("UseCase")
    case .store, .presentationModel: return isOutside
    case .useCase, .domainModel: return isWire(word, codables) || isShown
    case .repositoryProtocol: return isWire(word, codables) || isShown || word.hasSuffix("UseCase")
    case .repository: return isShown || word.hasSuffix("UseCase")
    case .error: return isShown || word.hasSuffix("APIClient")
    case .other: return false
    }
  }

  /// Whether a word belongs to what goes over the wire.
  private static func isWire(_ word: String, _ codables: Set<String>) -> Bool {
    ["Codable", "Encodable", "Decodable", "JSONCoding", "JSONEncoder", "JSONDecoder", "APIRequest", "URLSession"]
      .contains(word) || word.hasSuffix("APIClient") || codables.contains(word)
  }

  /// The Codable values of Core/Data, and those that a feature has of its own.
  private static func codables(in files: [SourceFile]) -> Set<String> {
    Set(
      files.filter { file in ["/Data/Requests/", "/Data/Responses/"].contains { file.path.contains($0) } }
        .flatMap { $0.topLevelNames.map(\.name) })
  }
}

/// Which part of a feature a file is.
private enum Layer {
  case wiring, view, store, presentationModel, useCase, domainModel, repositoryProtocol, repository, error, other

  init(_ file: SourceFile) {
    let folder = file.folders.dropFirst(2).joined(separator: "/")
    self =
      switch folder {
      case "" where file.name.hasSuffix("Store+Live.swift"): .wiring
      case let folder where folder.hasPrefix("Presentation/Views"): .view
      case "Presentation/ViewModel": .store
      case "Presentation/Models": .presentationModel
      case "Domain/UseCases": .useCase
      case "Domain/Models": .domainModel
      case "Domain/Repositories": file.name.hasPrefix("Remote") ? .repository : .repositoryProtocol
      case "Domain/Errors": .error
      default: .other
      }
  }
}
