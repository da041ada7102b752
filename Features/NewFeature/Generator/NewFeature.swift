import Foundation

/// Makes a feature, as the plugin asks for it.
@main
struct NewFeature {
  static func main() {
    do throws(Complaint) {
      print(try answer(to: Arguments(Array(CommandLine.arguments.dropFirst()))))
    } catch {
      try? FileHandle.standardError.write(contentsOf: Data(error.description.utf8))
      exit(64)
    }
  }

  /// Does what is asked.
  ///
  /// - Parameter arguments: What is asked.
  /// - Returns: What was made and what is left to do, to be printed.
  /// - Throws: ``Complaint``; nothing was made then.
  static func answer(to arguments: Arguments) throws(Complaint) -> String {
    guard !arguments.isHelp else { return Arguments.help }
    guard let text = arguments.names.first, arguments.names.count == 1 else {
      throw Complaint("Say one name: swift package new-feature NAME. --help shows more.")
    }
    let skeleton = try Skeleton(at: arguments.skeleton)
    let name = try FeatureName(text, taken: arguments.taken, skeleton: skeleton)
    let manifest = try Self.manifest(of: arguments.package)
    let new = NewPackageFiles(
      package: arguments.package, name: name, files: skeleton.files(for: name), manifest: manifest.adding(name))
    try new.check()
    if !arguments.isDryRun { try new.write() }
    return report(new, manifest, arguments)
  }

  private static func manifest(of package: URL) throws(Complaint) -> Manifest {
    guard let text = try? String(contentsOf: package.appending(path: "Package.swift"), encoding: .utf8) else {
      throw Complaint("There is no Package.swift in \(package.path).")
    }
    return Manifest(text: text)
  }

  private static func report(_ new: NewPackageFiles, _ manifest: Manifest, _ arguments: Arguments) -> String {
    let name = new.name
    let reference = manifest.reference(to: arguments.identity)
    var lines = [arguments.isDryRun ? "Would make:" : "Made:"]
    lines += new.files.map { "  \($0.path)" }
    if new.manifest != nil {
      let verb = arguments.isDryRun ? "Would add" : "Added"
      lines += ["\(verb) \"\(name.text)\" to `let features` in Package.swift."]
    } else {
      lines += ["", "Add to `targets` in Package.swift:", "", Manifest.targets(name, package: reference), ""]
    }
    // A package that holds the modules itself has said all this.
    if !arguments.identity.isEmpty { lines += manifest.advice(on: reference) }
    lines += ["Then: swift test --filter \(name.text)Tests"]
    return lines.joined(separator: "\n")
  }
}
