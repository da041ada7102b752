import Foundation
import Testing

@testable import FeatureGenerator

struct SkeletonTests {
  /// The files that each feature has, with X for its name; those of its own things are left out.
  private func kinds(in folder: String, _ name: String) throws -> Set<String> {
    let own = ["Domain/Models/", "Domain/UseCases/", "Presentation/Models/", "Presentation/Views/", "Data/"]
    return Set(
      try Repository.files(in: folder).map { $0.replacing(name, with: "X") }
        .filter { path in path.hasSuffix("XUseCase.swift") || !own.contains { path.hasPrefix($0) } })
  }

  @Test(arguments: ["Feed", "MyPage"])
  func `a new feature has the same files as the others, name for name`(_ feature: String) throws {
    let new = try kinds(in: "Features/NewFeature/Skeleton/Features/Placeholder", "Placeholder")
    let old = try kinds(in: "Features/\(feature)", feature)
    #expect(new.count == 11)
    #expect(new.subtracting(old) == [])
    // A large type goes on in further files.
    let further = old.subtracting(new)
    #expect(further.filter { !new.contains($0.prefix { $0 != "+" } + ".swift") } == [])
  }

  @Test func `a new feature keeps what goes over the wire, a view and its first tests`() throws {
    let paths = try Skeleton.own.files.map(\.path)
    #expect(paths.contains("Features/Placeholder/Data/Responses/PlaceholderResponse.swift"))
    #expect(paths.contains("Features/Placeholder/Presentation/Views/PlaceholderView.swift"))
    let tests = try Skeleton.own.files.filter { $0.path.hasPrefix("Tests/PlaceholderTests/") }.map(\.text).joined()
    #expect(tests.contains("expectStates(of: store"))
    #expect(tests.contains("expectClean(explorer"))
  }

  @Test(arguments: ["Search", "Aardvark", "Zebra"])
  func `nothing is left of the placeholder, and imports are in order`(_ text: String) throws {
    let files = try Skeleton.own.files(for: FeatureName(text))
    #expect(files.count == (try Skeleton.own.files.count))
    for file in files {
      #expect(!(file.path + file.text).lowercased().contains("placeholder"))
      #expect(file.path.hasPrefix("Features/\(text)/") || file.path.hasPrefix("Tests/\(text)Tests/"))
      let imports = file.text.split(separator: "\n").filter { $0.hasPrefix("import ") }
      #expect(imports == imports.sorted())
    }
    #expect(files.map(\.path) == files.map(\.path).sorted())
  }

  @Test func `a path on the server is in lower case`() throws {
    let files = try Skeleton.own.files(for: FeatureName("MyBookmarks"))
    let repository = try #require(files.first { $0.path.hasSuffix("/RemoteMyBookmarksRepository.swift") })
    #expect(repository.text.contains("client.get(path: \"/v1/mybookmarks\")"))
  }

  @Test func `without a skeleton there is a complaint`() {
    #expect(throws: Complaint("The skeleton at /nowhere cannot be read.")) {
      try Skeleton(at: URL(filePath: "/nowhere"))
    }
  }
}
