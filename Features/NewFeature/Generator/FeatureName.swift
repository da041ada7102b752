/// The name of a feature: of its folder, of its module, and the beginning of its types' names.
struct FeatureName: Equatable {
  /// The placeholder in the skeleton that the name stands for.
  static let placeholder = "Placeholder"
  static let longest = 40

  let text: String

  /// Checks a name.
  ///
  /// - Parameters:
  ///   - text: The name.
  ///   - taken: The modules and products that there are.
  ///   - skeleton: What is made under the name.
  /// - Throws: ``Complaint`` that says what is wrong with the name.
  init(_ text: String, taken: Set<String>, skeleton: Skeleton) throws(Complaint) {
    self.text = text
    if let reason = Self.wrongForm(text) ?? Self.reserved(text) ?? clash(with: taken) ?? clash(with: skeleton) {
      throw Complaint("“\(text)” cannot be the name of a feature: \(reason).")
    }
  }

  /// The text with the placeholder replaced.
  func filledIn(_ text: String) -> String {
    text.replacing(Self.placeholder, with: self.text)
      .replacing(Self.placeholder.lowercased(), with: self.text.lowercased())
  }

  private static func wrongForm(_ text: String) -> String? {
    guard let first = text.first else { return "it is empty" }
    guard text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
      return "it may have the letters A to Z, a to z and digits only"
    }
    guard first.isUppercase else { return "it must begin with a capital letter, as in “Search”" }
    guard text.count <= longest else { return "it has more than \(longest) letters" }
    guard !text.hasSuffix("Tests") else { return "names that end in “Tests” are for tests" }
    return nil
  }

  private static func reserved(_ text: String) -> String? {
    if ReservedNames.words.contains(text) { return "the language reserves it" }
    if ReservedNames.types.contains(text) { return "it would hide a type that every file uses" }
    let module = ReservedNames.modules.first { $0.lowercased() == text.lowercased() }
    return module.map { "the system has a module “\($0)”" }
  }

  /// Two names that differ in upper and lower case only are one folder on some systems.
  private func clash(with taken: Set<String>) -> String? {
    let own = [text, text + "Tests"].map { $0.lowercased() }
    return taken.sorted().first { own.contains($0.lowercased()) }.map { "there is a module or product “\($0)”" }
  }

  private func clash(with skeleton: Skeleton) -> String? {
    let words = skeleton.words
    let made = Set(words.filter { $0.contains(Self.placeholder) }.map(filledIn))
    return made.intersection(words).sorted().first.map { "its files use a type “\($0)” of another module" }
  }
}
