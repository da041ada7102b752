import Foundation

/// The tool behind the plugin: creates a feature in a package.
@main
struct NewFeature {
  static func main() {
    do throws(UsageError) {
      print(try run(Arguments(Array(CommandLine.arguments.dropFirst()))))
    } catch {
      try? FileHandle.standardError.write(contentsOf: Data(error.description.utf8))
      exit(64)
    }
  }

  /// Creates the feature, unless this is a dry run, and returns the report to print.
  ///
  /// Nothing is created where this throws.
  static func run(_ arguments: Arguments) throws(UsageError) -> String {
    guard !arguments.isHelp else { return Arguments.help }
    guard let text = arguments.names.first, arguments.names.count == 1 else {
      let found = arguments.names.isEmpty ? "none" : "\(arguments.names.count) arguments"
      throw UsageError("Expected one feature name; found \(found). For help: swift package new-feature --help")
    }
    let skeleton = try Skeleton(at: arguments.skeleton)
    let name = try FeatureName(text, existing: arguments.existing, skeleton: skeleton)
    let manifest = try Manifest(of: arguments.package)
    let reference = manifest.reference(to: arguments.identity)
    let added = manifest.adding(name)
    let toDo = added == nil ? Manifest.targetsToAdd(name, package: reference) : Manifest.nameToAdd(name)
    if let folder = skeleton.existingFolder(of: name, in: arguments.package) {
      throw UsageError("\(folder) already exists, and no file is overwritten. To build it:\n\n\(toDo)")
    }
    let files = skeleton.files(for: name)
    if !arguments.isDryRun { try skeleton.write(files, of: name, manifest: added, to: arguments.package) }
    var lines = [arguments.isDryRun ? "Would create:" : "Created:"] + files.map { "  \($0.path)" }
    if added == nil {
      lines += ["", toDo, ""]
    } else {
      lines.append("\(arguments.isDryRun ? "Would add" : "Added") \"\(name.text)\" to `let features` in Package.swift.")
    }
    // The package of the plugin itself has these settings.
    if !arguments.identity.isEmpty { lines += manifest.missingSettings }
    lines.append("Next: swift test --filter \(name.text)Tests")
    return lines.joined(separator: "\n")
  }
}

/// The reason why no feature was created, as a message for the user.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// The arguments of the plugin, and after `--` those of the user.
struct Arguments: Equatable {
  static let help = """
    Creates a feature in the layout of FOCAL: its folders, its files and its first tests.

    USAGE: swift package new-feature NAME [--dry-run]

      NAME         The name of the feature, such as Bookmarks: its module, its folder Features/NAME, the prefix of its
                   types, and its tests Tests/NAMETests.
      --dry-run    Shows what would be created.
      --help       Shows this help.

    Adds the name to `let features = […]` in Package.swift; without such an array, prints the targets to add. No file
    is overwritten. In a script, allow the command to write:

      swift package --allow-writing-to-package-directory new-feature NAME
    """

  /// The package to change.
  var package = URL(filePath: ".")
  /// The folder of the skeleton.
  var skeleton = URL(filePath: ".")
  /// The identity of the package that has Core; empty where that is the package to change.
  var identity = ""
  /// The names of the targets and products in the way.
  var existing: Set<String> = []
  var names: [String] = []
  var isDryRun = false
  var isHelp = false

  init(_ arguments: [String]) throws(UsageError) {
    let parts = arguments.split(separator: "--", maxSplits: 1, omittingEmptySubsequences: false)
    for argument in parts.first ?? [] {
      let value = String(argument.drop { $0 != "=" }.dropFirst())
      switch argument.prefix(while: { $0 != "=" }) {
      case "package": package = URL(filePath: value)
      case "skeleton": skeleton = URL(filePath: value)
      case "identity": identity = value
      case "existing": existing.insert(value)
      default: throw UsageError("Unknown argument “\(argument)”.")
      }
    }
    for argument in parts.dropFirst().first ?? [] {
      switch argument {
      case "--dry-run": isDryRun = true
      case "--help", "-h": isHelp = true
      case let argument where argument.hasPrefix("-"):
        throw UsageError("Unknown option “\(argument)”. Available: --dry-run, --help")
      default: names.append(argument)
      }
    }
  }
}
