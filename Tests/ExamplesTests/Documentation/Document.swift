import Foundation
import Testing

/// A page of the documentation and the code in it.
struct Document: Sendable, CustomTestStringConvertible {
  /// A fenced block.
  struct Block: Equatable {
    /// What stands behind the fence.
    let language: String
    /// The line of the document on which the code begins, from 1.
    let line: Int
    let text: String
    /// The line of text before the block that is not empty.
    let introduction: String

    /// Whether the block belongs in a manifest.
    var isManifest: Bool {
      language == "swift" && (text.hasPrefix("// Package.swift") || text.contains("import PackageDescription"))
    }

    /// Whether the block is code of an app or a test.
    var isCode: Bool { language == "swift" && !isManifest }
  }

  /// The path from the top of the repository.
  let path: String
  let blocks: [Block]

  var testDescription: String { path }

  /// The code, with what each block is to print where the document says so: “It prints:” and a block of text.
  var code: [(block: Block, output: String?)] {
    blocks.enumerated().filter(\.element.isCode).map { index, block in
      let next = blocks.dropFirst(index + 1).first
      return (block, next.flatMap { $0.introduction == "It prints:" ? $0.text : nil })
    }
  }

  init(path: String, text: String) {
    self.path = path
    var blocks: [Block] = []
    var introduction = ""
    var open: (language: String, line: Int, lines: [Substring])?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      switch (open, line.hasPrefix("```")) {
      case (nil, true):
        open = (String(line.dropFirst(3)), index + 2, [])
      case (nil, false):
        if !line.allSatisfy(\.isWhitespace) { introduction = String(line) }
      case (let block?, true):
        blocks.append(
          Block(
            language: block.language, line: block.line, text: block.lines.joined(separator: "\n"),
            introduction: introduction))
        open = nil
      case (_?, false):
        open?.lines.append(line)
      }
    }
    self.blocks = blocks
  }

}
