#if os(Linux)
  import Foundation
  import Glibc

  /// The modules that were built together with these tests, and the compiler that built them.
  struct BuiltModules {
    /// The folder that the running tests are in.
    private let folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    private let compiler = Tool(path: "/usr/bin/env")

    /// What an app that imports the modules tells the compiler, and nothing more.
    private var imports: [String] {
      ["-swift-version", "6", "-warnings-as-errors", "-I", folder.appending(path: "Modules").path]
        + (contents(of: folder) + headerFolders).map { $0.appending(path: "module.modulemap").path }
        .filter(FileManager.default.fileExists).flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    }

    /// The folders of the C modules in the packages that were resolved.
    private var headerFolders: [URL] {
      contents(of: folder.appending(path: "../../checkouts").standardized)
        .flatMap { contents(of: $0.appending(path: "Sources")) }.map { $0.appending(path: "include") }
    }

    private func contents(of folder: URL) -> [URL] {
      (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    }

    /// Compiles and links a program.
    ///
    /// - Parameters:
    ///   - source: Its one file.
    ///   - program: Where to put it.
    func build(_ source: URL, into program: URL) async throws -> Tool.Result {
      let objects = source.deletingLastPathComponent().appending(path: "objects")
      try self.objects(for: try String(contentsOf: source, encoding: .utf8))
        .map { "\"\($0)\"" }.joined(separator: "\n")
        .write(to: objects, atomically: true, encoding: .utf8)
      return try await compile(
        imports + instrumentation + [source.path, "@\(objects.path)", "-lz", "-lstdc++", "-o", program.path],
        in: source.deletingLastPathComponent())
    }

    /// Checks a manifest.
    ///
    /// - Parameter source: The file.
    func check(manifest source: URL) async throws -> Tool.Result {
      let folder = source.deletingLastPathComponent()
      let target = try await compile(["-print-target-info"], in: folder)
      let info = try JSONDecoder().decode(TargetInfo.self, from: Data(target.output.utf8))
      return try await compile(
        [
          "-typecheck", "-warnings-as-errors", "-package-description-version", "6.2.0",
          "-I", "\(info.paths.runtimeResourcePath)/pm/ManifestAPI", source.path,
        ], in: folder)
    }

    private func compile(_ arguments: [String], in folder: URL) async throws -> Tool.Result {
      try await compiler.run(["swiftc"] + arguments, in: folder)
    }

    /// What the tests were built with beyond the ordinary, which a program made of the same objects needs too.
    private var instrumentation: [String] {
      func has(_ symbol: String) -> Bool { dlsym(nil, symbol) != nil }
      return (has("__tsan_init") ? ["-sanitize=thread"] : []) + (has("__asan_init") ? ["-sanitize=address"] : [])
        + (has("__llvm_profile_runtime") ? ["-profile-generate"] : [])
    }

    /// The objects of what the source imports; those of the network only where it is needed.
    private func objects(for source: String) throws -> [String] {
      let list = folder.appending(path: "focalPackageTests.product/Objects.LinkFileList")
      let all = try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map {
        $0.trimmingCharacters(in: ["'", "\""])
      }
      return all.filter { object in
        guard let module = object.firstMatch(of: /\/(\w+)\.build\//).map({ String($0.output.1) }) else { return false }
        return source.contains("import AsyncHTTPClientTransport")
          ? !module.hasSuffix("Tests") : Self.light.contains(module)
      }
    }

    private static let light: Set = [
      "Core", "Authentication", "Feed", "MyPage", "StoreExploring", "StoreTesting", "ExampleApp", "CustomDump",
      "IssueReporting", "IssueReportingPackageSupport", "XCTestDynamicOverlay",
    ]

    private struct TargetInfo: Decodable {
      let paths: Paths

      struct Paths: Decodable {
        let runtimeResourcePath: String
      }
    }
  }
#endif
