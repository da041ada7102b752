/// The name of a feature: of its folder and module, and the prefix of its types.
struct FeatureName: Equatable {
  /// The name in the skeleton.
  static let placeholder = "Placeholder"

  let text: String

  /// Checks a name against the language, the modules that every feature loads, and the other targets.
  init(_ text: String, existing: Set<String>, skeleton: Skeleton) throws(UsageError) {
    self.text = text
    if let reason = Self.wrongForm(text) ?? clash(with: existing) ?? clash(with: skeleton) {
      throw UsageError("“\(text)” cannot be the name of a feature: \(reason).")
    }
  }

  /// Returns the text with the placeholder replaced.
  func filledIn(_ text: String) -> String {
    text.replacing(Self.placeholder, with: self.text)
      .replacing(Self.placeholder.lowercased(), with: self.text.lowercased())
  }

  private static func wrongForm(_ text: String) -> String? {
    guard text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
      return "use the letters A to Z, a to z and digits"
    }
    guard text.first?.isUppercase == true else { return "begin with a capital letter, as in “Bookmarks”" }
    guard text.count <= 40 else { return "use at most 40 characters" }
    guard !text.hasSuffix("Tests") else { return "the suffix “Tests” is for test targets" }
    return ["Any", "Self"].contains(text) ? "it is a keyword of Swift" : nil
  }

  /// Modules that a feature, its tests or SwiftUI import; one of the same name would take their place.
  private static let systemModules = [
    "Accessibility", "AppKit", "Combine", "CoreData", "CoreFoundation", "CoreGraphics", "CoreText", "CoreTransferable",
    "Darwin", "DeveloperToolsSupport", "Dispatch", "Foundation", "FoundationEssentials",
    "FoundationInternationalization", "FoundationNetworking", "Glibc", "Metal", "ObjectiveC", "Observation", "os",
    "QuartzCore", "Security", "Spatial", "Swift", "SwiftUI", "SwiftUICore", "Symbols", "Synchronization", "Testing",
    "UIKit", "UniformTypeIdentifiers", "XCTest",
  ]

  /// Compares without case: names that differ in case only are one folder on some systems.
  private func clash(with existing: Set<String>) -> String? {
    let own = [text, text + "Tests"].map { $0.lowercased() }
    if let module = Self.systemModules.first(where: { $0.lowercased() == own[0] }) {
      return "the system has a module “\(module)”"
    }
    return existing.sorted().first { own.contains($0.lowercased()) }.map { "there is a target or product “\($0)”" }
  }

  /// A type of the feature must not hide one of another module that the feature uses, as `APIError` would.
  private func clash(with skeleton: Skeleton) -> String? {
    let used = skeleton.usedTypes
    let hidden = skeleton.declaredTypes.sorted().filter { $0.contains(Self.placeholder) }.map { filledIn(String($0)) }
      .first { used.contains(Substring($0)) }
    return hidden.map { "its type “\($0)” would hide another type" }
  }
}
