import Foundation

/// What the command was asked for, and what the package manager knows.
struct Arguments: Equatable {
  /// The package to make a feature in.
  var package = URL(filePath: ".")
  /// The folder of the skeleton.
  var skeleton = URL(filePath: ".")
  /// The package that the modules come from.
  var identity = ""
  /// The modules and products that there are.
  var taken: Set<String> = []
  var names: [String] = []
  var isDryRun = false
  var isHelp = false

  /// Reads what the plugin passes on, and after `--` what the user typed.
  ///
  /// - Throws: ``Complaint`` for an option that there is not.
  init(_ arguments: [String]) throws(Complaint) {
    let parts = arguments.split(separator: "--", maxSplits: 1, omittingEmptySubsequences: false)
    for argument in parts.first ?? [] {
      let value = String(argument.drop { $0 != "=" }.dropFirst())
      switch argument.prefix(while: { $0 != "=" }) {
      case "package": package = URL(filePath: value)
      case "skeleton": skeleton = URL(filePath: value)
      case "identity": identity = value
      case "taken": taken.insert(value)
      default: throw Complaint("“\(argument)” is not understood.")
      }
    }
    for argument in parts.dropFirst().first ?? [] {
      switch argument {
      case "--dry-run": isDryRun = true
      case "--help", "-h": isHelp = true
      case let argument where argument.hasPrefix("-"):
        throw Complaint("There is no option “\(argument)”; --help shows what there is.")
      default: names.append(argument)
      }
    }
  }

  /// What the command does, in words.
  static let help = """
    Makes a feature in the layout of FOCAL: its folders and files, and its first tests.

    USAGE: swift package new-feature NAME [--dry-run]

      NAME         The name of the feature, such as Search: its module, its folder Features/NAME, the beginning of
                   its types’ names, and its tests Tests/NAMETests.
      --dry-run    Shows what would be made, and makes nothing.
      --help       Shows this.

    It changes Package.swift where that has an array `let features = […]`, and shows the lines to add where it has
    none. No file is overwritten. Without a terminal to ask at, as in a script, the package manager wants to hear
    before the command’s name that it may write:

      swift package --allow-writing-to-package-directory new-feature NAME
    """
}
