/// What the ready-made checks read of a state.
struct CheckedState {
  struct Property {
    let name: String
    /// The value in numbers, without identifiers.
    let words: [Int]
    let text: String
    /// A whole number.
    let number: Int?
    /// Whether it says that something is under way.
    let isActivity: Bool
    let isError: Bool
  }

  struct Call {
    let name: String
    /// Its parameters in numbers, without identifiers.
    let words: [Int]
    let returnsNothing: Bool
    let isServed: Bool
    let isSleep: Bool
    let isStream: Bool

    /// Whether it asks for something to be done, as far as its result and its name tell.
    var isCommand: Bool {
      returnsNothing || ["POST ", "PUT ", "PATCH ", "DELETE "].contains { name.hasPrefix($0) }
    }
  }

  let isIdle: Bool
  let properties: [Property]
  /// Which of the identifiers in all properties are equal.
  let pattern: [Int]
  /// The pending calls, the oldest first.
  let calls: [Call]

  /// Whether it is at rest, and the server has handled every request.
  var isQuiet: Bool { isIdle && calls.allSatisfy(\.isStream) }

  init(_ state: Any, isIdle: Bool, calls: [Call]) {
    self.isIdle = isIdle
    self.calls = calls
    var identifiers: [AnyHashable] = []
    properties = Self.parts(of: state).map { name, value in
      let reading = SubjectReader.reading(values: [value])
      identifiers += reading.identifiers
      return Property(name, value, reading.words)
    }
    pattern = identifiers.map { identifiers.firstIndex(of: $0) ?? 0 }
  }

  private static func parts(of state: Any) -> [(String, Any)] {
    if let observed = state as? ObservedProperties { return observed.properties.map { ($0.name, $0.value) } }
    let mirror = Mirror(reflecting: state)
    guard mirror.displayStyle == .struct else { return [("state", state)] }
    return mirror.children.map { ($0.label ?? "", $0.value) }
  }
}

extension CheckedState.Property {
  fileprivate init(_ name: String, _ value: Any, _ words: [Int]) {
    let value = Self.unwrapped(value)
    let mirror = Mirror(reflecting: value)
    let isCase = mirror.displayStyle == .enum
    let caseWords = isCase ? Self.words(of: mirror.children.first?.label ?? "\(value)") : []
    let nameWords = Self.words(of: name)
    let isSet =
      switch value {
      case let value as Bool: value
      case let value as String: !value.isEmpty
      case is any Error: true
      // A number counts failures, and a collection can hold those of other runs.
      case is any Numeric, is any Collection: false
      default: mirror.displayStyle != .optional
      }
    self.init(
      name: name, words: words, text: ObservedProperties.text(value), number: value as? Int,
      isActivity: value as? Bool != nil
        ? nameWords.contains(where: Self.isActivity) : caseWords.contains(where: Self.isActivity),
      isError: value is any Error || caseWords.contains(where: Self.isError)
        || isSet && nameWords.contains(where: Self.isError))
  }

  private static func unwrapped(_ value: Any) -> Any {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional, let child = mirror.children.first else { return value }
    return unwrapped(child.value)
  }

  private static func isActivity(_ word: String) -> Bool {
    word.hasSuffix("ing") && word.count > 4 || word == "busy" || word == "progress"
  }

  private static func isError(_ word: String) -> Bool {
    ["error", "failure", "failed", "problem"].contains(word)
  }

  /// The words of a name in camel case, in lower case.
  private static func words(of name: String) -> [String] {
    var words = [""]
    for character in name {
      if character.isUppercase || character == "." { words.append("") }
      words[words.count - 1].append(contentsOf: character.lowercased())
    }
    return words
  }
}
