#if os(Linux)
  import Foundation
  import TemporaryFiles

  /// The code of a document as one program: its blocks in the order in which they stand.
  struct DocumentProgram {
    let document: Document
    /// Declarations that the document takes for granted.
    var prelude = ""
    /// The parameters of a function that each block stands in, compiled and not run; `nil` where the blocks are run.
    var parameters: String?

    /// Compiles and runs the code, and checks the manifests.
    ///
    /// - Returns: What is wrong, by the document's own lines; empty where the document says the truth.
    func complaints() async throws -> [String] {
      let temporary = try TemporaryFolder()
      let folder = temporary.url
      defer { withExtendedLifetime(temporary) {} }
      var complaints: [String] = []
      for block in document.blocks where block.isManifest {
        let source = folder.appending(path: "Package.swift")
        try manifest(block).write(to: source, atomically: true, encoding: .utf8)
        let result = try await BuiltModules().check(manifest: source)
        if result.status != 0 { complaints.append(result.output) }
      }
      return try await complaints + (document.code.isEmpty ? [] : complaintsOfCode(in: folder))
    }

    private func complaintsOfCode(in folder: URL) async throws -> [String] {
      let source = folder.appending(path: "main.swift")
      let program = folder.appending(path: "program")
      try code.write(to: source, atomically: true, encoding: .utf8)
      let built = try await BuiltModules().build(source, into: program)
      guard built.status == 0 else { return [built.output] }
      let run = try await Tool(path: program.path).run([], in: folder)
      guard run.status == 0, testCount == 0 || run.output.contains("Test run with \(testCount) test") else {
        return ["\(document.path) ends with status \(run.status):\n\(run.output)"]
      }
      return complaints(about: run.output)
    }

    private func complaints(about output: String) -> [String] {
      let printed = output.components(separatedBy: Self.mark).dropFirst()
      return zip(document.code, printed).compactMap { code, printed in
        guard let expected = code.output else { return nil }
        let seen = printed.drop { $0 != "\n" }.trimmingCharacters(in: .newlines)
        guard seen != expected else { return nil }
        return "\(document.path):\(code.block.line): says that it prints\n\(expected)\nand it prints\n\(seen)"
      }
    }
  }

  extension DocumentProgram {
    /// What stands in the output before that of each block.
    private static let mark = "—— block at line "

    /// The code with the document's own lines.
    private var code: String {
      let blocks = document.code.map { block, _ in
        """
        \(parameters.map { "@MainActor func block\(block.line)\($0) {" } ?? "print(\"\(Self.mark)\(block.line)\")")
        \(Self.place(document, line: block.line))
        \(withoutOwnImports(block.text))
        #sourceLocation()
        \(parameters == nil ? "" : "}")
        """
      }
      let end = testCount == 0 ? [] : ["await Testing.__swiftPMEntryPoint() as Never"]
      return ([prelude] + blocks + end).joined(separator: "\n") + "\n"
    }

    private var testCount: Int {
      document.code.map { $0.block.text.matches(of: /@Test\b/).count }.reduce(0, +)
    }

    /// The code without imports of modules that a reader makes with the document's own command.
    private func withoutOwnImports(_ code: String) -> String {
      let made = document.blocks.flatMap { $0.text.matches(of: /new-feature (\w+)/).map { "import \($0.output.1)" } }
      let lines = code.components(separatedBy: "\n").map { made.contains($0) ? "" : $0 }
      return lines.joined(separator: "\n")
    }

    /// A part of a manifest stands for dependencies of a target.
    private func manifest(_ block: Document.Block) -> String {
      guard !block.text.contains("import PackageDescription") else {
        return "\(Self.place(document, line: block.line))\n\(block.text)\n"
      }
      return """
        import PackageDescription
        \(Self.place(document, line: block.line - 1))
        let dependencies: [Target.Dependency] = [
        \(block.text)
        ]
        """
    }

    private static func place(_ document: Document, line: Int) -> String {
      "#sourceLocation(file: \"\(document.path)\", line: \(line))"
    }
  }
#endif
