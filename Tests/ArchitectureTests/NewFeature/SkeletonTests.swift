import Foundation
import Testing

@testable import FeatureGenerator

struct SkeletonTests {
  @Test(arguments: ["Search", "Aardvark", "Zebra"])
  func `A new feature has no trace of the placeholder, and its imports are sorted`(_ text: String) throws {
    let files = try Skeleton.own.files(for: FeatureName(text))
    #expect(files.map(\.path) == files.map(\.path).sorted())
    for file in files {
      #expect(!(file.path + file.text).lowercased().contains("placeholder"))
      #expect(file.path.hasPrefix("Features/\(text)/") || file.path.hasPrefix("Tests/\(text)Tests/"))
      let imports = file.text.split(separator: "\n").filter { $0.hasPrefix("import ") }
      #expect(imports == imports.sorted())
    }
  }

  @Test func `A path on the server is in lower case`() throws {
    let files = try Skeleton.own.files(for: FeatureName("MyBookmarks"))
    let repository = try #require(files.first { $0.path.hasSuffix("/RemoteMyBookmarksRepository.swift") })
    #expect(repository.text.contains("APIRequest<MyBookmarksResponse>(.get, \"/v1/mybookmarks\")"))
  }
}
