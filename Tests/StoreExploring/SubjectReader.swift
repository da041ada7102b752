import Foundation
import Synchronization

/// Reads everything that a subject stores: its properties, those of the objects that it refers to, and what values
/// consist of.
struct SubjectReader {
  private(set) var values: [FingerprintValue] = []
  private(set) var identifiers: [AnyHashable] = []
  /// The properties that cannot be read, with their types.
  private(set) var leftOut: [String] = []
  private let ignored: Set<String>
  private let named: Set<String>
  private let readsObjects: Bool
  private var objects: [ObjectIdentifier: Int] = [:]

  /// Creates a reader that does not read the properties in `ignored`, and takes those in `identifiers` for identifiers.
  ///
  /// Unless it reads objects, properties that are not `Equatable` are left out.
  init(readsObjects: Bool = true, ignoring ignored: Set<String> = [], identifiers: Set<String> = []) {
    self.readsObjects = readsObjects
    self.ignored = ignored
    named = identifiers
  }

  /// Reads the properties of an object, or of a structure of objects.
  mutating func read(_ subject: Any, _ path: String = "") {
    let type = type(of: subject)
    if type is AnyClass {
      let object = subject as AnyObject
      objects[ObjectIdentifier(object)] = objects.count
    }
    append(path + "type", ObjectIdentifier(type))
    var mirror: Mirror? = Mirror(reflecting: subject)
    while let properties = mirror {
      for child in properties.children {
        guard let name = Self.name(child.label), !ignored.contains(name) else { continue }
        read(property: child.value, path + name)
      }
      mirror = properties.superclassMirror
    }
  }

  /// Reads values that belong to no property.
  mutating func read(surroundings values: [AnyHashable]) {
    var parts: [AnyHashable] = []
    for value in values { read(value.base, into: &parts, "surroundings") }
    append("surroundings", parts)
  }

  /// The name of a stored property, which the macro `@Observable` stores with an underscore.
  static func name(_ label: String?) -> String? {
    guard let label, label != "_$observationRegistrar", label != "$defaultActor" else { return nil }
    return label.utf8.first == UInt8(ascii: "_") ? String(label.dropFirst()) : label
  }

  private mutating func read(property value: Any, _ name: String) {
    if named.contains(name) {
      let content = FingerprintValue(label: name, value: value).hashable
      append(name, content != nil)
      if let content { identifiers.append(content) }
      return
    }
    let kind = Kind.of(value)
    guard readsObjects || kind.isRead(value) else { return }
    switch kind {
    case .leaf: append(name, withoutUUIDs(value))
    case .kept: append(name, kept(value))
    case .ignored: break
    case .unreadable: leftOut.append("\(name) (\(type(of: value)))")
    case .object:
      let object = value as AnyObject
      if let number = objects[ObjectIdentifier(object)] {
        append(name, number)
      } else {
        read(value, name + ".")
      }
    case .identifier, .optional, .collection, .unordered, .composite:
      var parts: [AnyHashable] = []
      read(value, into: &parts, name)
      append(name, parts)
    }
  }

  /// Reads a value part by part.
  private mutating func read(_ value: Any, into parts: inout [AnyHashable], _ name: String) {
    switch Kind.of(value) {
    case .leaf: parts.append(FingerprintValue(label: name, value: withoutUUIDs(value)).hashable ?? AnyHashable(0))
    case .kept: parts.append(kept(value))
    case .ignored: break
    case .unreadable: leftOut.append("\(name) (\(type(of: value)))")
    case .identifier:
      parts.append(Mark.identifier)
      if let value = value as? any Hashable { identifiers.append(AnyHashable(value)) }
    case .object:
      let object = value as AnyObject
      if let number = objects[ObjectIdentifier(object)] { return parts.append(number) }
      objects[ObjectIdentifier(object)] = objects.count
      var mirror: Mirror? = Mirror(reflecting: value)
      while let properties = mirror {
        for child in properties.children {
          guard let property = Self.name(child.label) else { continue }
          read(child.value, into: &parts, "\(name).\(property)")
        }
        mirror = properties.superclassMirror
      }
    case .optional:
      guard let wrapped = Mirror(reflecting: value).children.first else { return parts.append(Mark.none) }
      read(wrapped.value, into: &parts, name)
    case .collection:
      let children = Mirror(reflecting: value).children
      parts.append(children.count)
      for child in children { read(child.value, into: &parts, name) }
    case .unordered:
      let elements = Mirror(reflecting: value).children.map { child in
        var reader = self
        var element: [AnyHashable] = []
        reader.identifiers = []
        reader.read(child.value, into: &element, name)
        return (element, reader.identifiers, element.hashValue)
      }
      for (element, identifiers, _) in elements.sorted(by: { $0.2 < $1.2 }) {
        parts.append(element)
        self.identifiers += identifiers
      }
    case .composite:
      let mirror = Mirror(reflecting: value)
      if mirror.displayStyle == .enum {
        parts.append(mirror.children.first?.label ?? String(describing: value))
      }
      for child in mirror.children { read(child.value, into: &parts, name) }
    }
  }

  private mutating func kept(_ value: Any) -> AnyHashable {
    let values = (value as? any KeptByKit)?.kept ?? []
    return AnyHashable(values.map { withoutUUIDs($0.base) as? AnyHashable ?? $0 })
  }

  /// Takes the UUIDs out of a text, or the bytes of one, and adds them to the identifiers; puts JSON in order.
  private mutating func withoutUUIDs(_ value: Any) -> Any {
    guard let text = Self.text(value), let (rest, found) = Self.split(text) else { return value }
    identifiers += found.map { AnyHashable($0) }
    return AnyHashable(rest)
  }

  /// A parameter of a call; the UUIDs in it do not count.
  static func parameter(_ value: any Sendable) -> AnyHashable {
    var reader = SubjectReader()
    var parts: [AnyHashable] = []
    reader.read(value, into: &parts, "")
    return AnyHashable(parts)
  }

  private static func text(_ value: Any) -> String? {
    switch value {
    case let text as String: text.utf8.count >= 36 || text.utf8.first == UInt8(ascii: "{") ? text : nil
    case let data as Data: String(data: data, encoding: .utf8)
    default: nil
    }
  }

  /// The texts that were split, because a search takes long and most texts come again.
  private static let known = Mutex<[String: (rest: String, found: [String])]>([:])

  private static func split(_ text: String) -> (rest: String, found: [String])? {
    let parts = known.withLock { known in
      if let parts = known[text] { return parts }
      let pattern = /[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}/
      let ordered = inOrder(text)
      let parts = (ordered.replacing(pattern, with: "UUID"), ordered.matches(of: pattern).map { String($0.output) })
      if known.count > 10_000 { known = [:] }
      known[text] = parts
      return parts
    }
    return parts.found.isEmpty && parts.rest == text ? nil : parts
  }

  /// JSON with its keys in alphabetical order, because encoders write them in any.
  private static func inOrder(_ text: String) -> String {
    guard text.utf8.first == UInt8(ascii: "{") || text.utf8.first == UInt8(ascii: "["),
      let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)),
      let data = try? JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
    else { return text }
    return String(decoding: data, as: UTF8.self)
  }

  private mutating func append(_ name: String, _ value: Any) {
    values.append(FingerprintValue(label: name, value: value))
  }

  private enum Mark: Hashable {
    case none, identifier
  }
}

/// How a value is read, which its type decides.
private enum Kind {
  /// It is compared as a whole.
  case leaf
  /// It is only compared for equality, and never comes back once it is replaced.
  case identifier
  case object, optional, collection, unordered, composite
  /// A storage of the kit, of which only what it keeps counts.
  case kept
  /// It is no state, such as a function.
  case ignored
  /// Its state cannot be read.
  case unreadable

  /// Whether a fingerprint reads it that does not read objects.
  func isRead(_ value: Any) -> Bool {
    switch self {
    case .leaf, .identifier, .optional, .collection, .unordered, .composite: value is any Equatable
    case .object, .kept, .ignored, .unreadable: false
    }
  }

  private static let known = Mutex<[ObjectIdentifier: Kind]>([:])

  static func of(_ value: Any) -> Kind {
    let type = ObjectIdentifier(Swift.type(of: value))
    if let kind = known.withLock({ $0[type] }) { return kind }
    let kind = kind(value)
    known.withLock { $0[type] = kind }
    return kind
  }

  private static func kind(_ value: Any) -> Kind {
    let type = Swift.type(of: value)
    let name = String(reflecting: type)
    if value is any KeptByKit { return .kept }
    if value is any OpaqueIdentifier || value is UUID || value is Date { return .identifier }
    if type is AnyClass { return classKind(value, name) }
    if value is any AnyOptional { return .optional }
    if name == "()" { return .unreadable }
    if name.contains("->") || value is any Any.Type || ignoredValues.contains(where: name.hasPrefix) { return .ignored }
    if value is any BinaryInteger || value is any FloatingPoint || value is any StringProtocol || value is Bool
      || value is URL || value is Data || value is ObjectIdentifier || value is AnyKeyPath || value is Duration
    {
      return .leaf
    }
    switch Mirror(reflecting: value).displayStyle {
    case .collection: return .collection
    case .set, .dictionary: return .unordered
    case .struct, .enum, .tuple: return .composite
    default: return value is any Hashable ? .leaf : .composite
    }
  }

  private static func classKind(_ value: Any, _ name: String) -> Kind {
    if ignoredModules.contains(where: name.hasPrefix) { return .ignored }
    return systemModules.contains(where: name.hasPrefix) ? .unreadable : .object
  }

  /// What only takes part in the work of others, and decides nothing by itself.
  private static let ignoredValues = [
    "Swift.UnsafeContinuation", "Swift.CheckedContinuation", "Swift.AsyncStream", "Swift.AsyncThrowingStream",
    "_Concurrency.", "Swift.ContinuousClock", "Swift.SuspendingClock", "StoreExploring.", "Observation.",
    "Foundation.Locale", "Foundation.Calendar", "Foundation.TimeZone", "os.",
  ]
  private static let ignoredModules = [
    "StoreExploring.", "Foundation.JSONDecoder", "Foundation.JSONEncoder", "Foundation.DateFormatter",
    "Foundation.ISO8601DateFormatter", "Foundation.NumberFormatter", "Foundation.FileManager", "Foundation.Bundle",
    "Foundation.ProcessInfo", "Foundation.NotificationCenter", "NSNotificationCenter", "Foundation.URLSession",
    "FoundationNetworking.URLSession", "NSURLSession", "NSFileManager", "Foundation.NSLock",
    "Foundation.NSRecursiveLock",
  ]
  private static let systemModules = ["Foundation.", "FoundationNetworking.", "Dispatch.", "__C.", "NS", "Swift."]
}

/// Something of the kit that holds state of the subject.
protocol KeptByKit {
  var kept: [AnyHashable] { get }
}

private protocol AnyOptional {}

extension Optional: AnyOptional {}
