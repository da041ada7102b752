import Foundation
import PackagePlugin

/// `swift package new-feature NAME`: creates a feature in this package or in one that depends on it.
@main
struct NewFeaturePlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let package = context.package
    let packages = package.andAllItsDependencies
    guard let own = packages.first(where: { FileManager.default.fileExists(atPath: $0.skeleton.path) }) else {
      return Diagnostics.error("The package of this command has no skeleton.")
    }
    let identity = own.id == package.id ? "" : own.id
    let known =
      ["package=\(package.directoryURL.path)", "skeleton=\(own.skeleton.path)", "identity=\(identity)"]
      + Set(packages.flatMap { $0.id == package.id ? $0.ownNames : $0.modulesForOthers }).sorted().map {
        "existing=\($0)"
      }
    let (status, message) = try run(context.tool(named: "FeatureGenerator"), known + ["--"] + arguments)
    guard status == 0 else { return Diagnostics.error(message) }
    guard let name = arguments.first(where: { !$0.hasPrefix("-") }), !arguments.contains("--dry-run") else { return }
    let folders = ["Features/\(name)", "Tests/\(name)Tests"].map { package.directoryURL.appending(path: $0).path }
    // The format is that of the package, which may have its own.
    guard let formatter = try? context.tool(named: "swift-format"), FileManager.default.fileExists(atPath: folders[0])
    else { return }
    _ = try run(formatter, ["format", "--in-place", "--recursive"] + folders)
  }

  /// Runs a tool, which prints its own output, and returns its exit status and error message.
  private func run(_ tool: PluginContext.Tool, _ arguments: [String]) throws -> (status: Int32, message: String) {
    let process = Process()
    let errors = Pipe()
    process.executableURL = tool.url
    process.arguments = arguments
    process.standardError = errors
    try process.run()
    let message = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: message, as: UTF8.self))
  }
}

extension Package {
  fileprivate var andAllItsDependencies: [Package] {
    var packages: [Package] = [self]
    var next = 0
    while next < packages.count {
      for dependency in packages[next].dependencies where !packages.contains(where: { $0.id == dependency.package.id })
      {
        packages.append(dependency.package)
      }
      next += 1
    }
    return packages
  }

  fileprivate var skeleton: URL { directoryURL.appending(path: "Features/NewFeature/Skeleton") }

  /// The names of all targets and products.
  fileprivate var ownNames: [String] { targets.map(\.name) + products.map(\.name) }

  /// The modules that other packages can import.
  fileprivate var modulesForOthers: [String] { products.flatMap(\.targets).map(\.name) }
}
