// Prints the public symbols without a doc comment, of their own or inherited, in the symbol graphs of a folder.
import Foundation

struct Graph: Decodable {
  struct Symbol: Decodable {
    struct Kind: Decodable { let identifier: String }
    struct Comment: Decodable {}
    let kind: Kind
    let pathComponents: [String]
    let docComment: Comment?
  }
  let symbols: [Symbol]
}

let folder = URL(filePath: CommandLine.arguments[1])
let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
let graphs = try files.map { try JSONDecoder().decode(Graph.self, from: Data(contentsOf: $0)) }
let symbols = graphs.flatMap(\.symbols).filter { $0.kind.identifier != "swift.extension" }
guard !symbols.isEmpty else { fatalError("No symbols were found.") }
for symbol in symbols where symbol.docComment == nil { print(symbol.pathComponents.joined(separator: ".")) }
