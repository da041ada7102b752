import Foundation

@testable import FeatureGenerator

/// The repository that these tests belong to.
enum Repository {
  static let top = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let skeletonFolder = top.appending(path: "Features/NewFeature/Skeleton")

  /// The Swift files below a folder, by their paths from it.
  static func files(in folder: String) throws -> Set<String> {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: top.appending(path: folder).path)
    return Set(paths.filter { $0.hasSuffix(".swift") })
  }
}

extension Skeleton {
  /// The skeleton of this repository.
  static var own: Skeleton {
    get throws { try Skeleton(at: Repository.skeletonFolder) }
  }
}

extension FeatureName {
  /// A name in a package that has nothing else.
  init(_ text: String) throws {
    try self.init(text, taken: [], skeleton: .own)
  }
}
