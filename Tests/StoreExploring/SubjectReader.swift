import Foundation
import Synchronization

/// What was read of a subject: numbers that are equal where what they stand for is equal.
struct SubjectReading: Hashable {
  struct Property: Hashable {
    let label: String
    /// Whether it is a whole number, which is then the only word.
    let isInteger: Bool
    /// The ends of its words and of its identifiers among all.
    let end: Int
    let identifierEnd: Int
  }

  fileprivate(set) var properties: [Property] = []
  fileprivate(set) var words: [Int] = []
  fileprivate(set) var identifiers: [AnyHashable] = []
  /// Whether some of the identifiers stand in an order that says nothing, as those that only a set has.
  fileprivate(set) var isAmbiguous = false
  /// The properties that cannot be read, with their types.
  fileprivate(set) var leftOut: [String] = []
  /// The objects that were not read, with their types.
  var objects: [String] = []

  /// Whether both read the same, apart from which identifier is which.
  func isEqual(to other: SubjectReading) -> Bool {
    words == other.words
      && identifiers.map(identifiers.firstIndex) == other.identifiers.map(other.identifiers.firstIndex)
  }

  static func += (reading: inout SubjectReading, other: SubjectReading) {
    let (words, identifiers) = (reading.words.count, reading.identifiers.count)
    reading.properties += other.properties.map {
      Property(
        label: $0.label, isInteger: $0.isInteger, end: $0.end + words, identifierEnd: $0.identifierEnd + identifiers)
    }
    reading.words += other.words
    reading.identifiers += other.identifiers
    reading.isAmbiguous = reading.isAmbiguous || other.isAmbiguous
    reading.leftOut += other.leftOut
    reading.objects += other.objects
  }
}

/// Reads everything that a subject stores: its properties, those of the objects that it refers to, and what values
/// consist of.
///
/// How values of a type are read is found out once for each type.
struct SubjectReader {
  /// Appends the words of a value in memory.
  fileprivate typealias Read = (UnsafeRawPointer, inout SubjectReader) -> Void

  /// Which properties of an object are read.
  struct Selection {
    /// Whether the objects that it refers to are read, and values that are not `Equatable`.
    var readsObjects = true
    var ignored: Set<String> = []
    /// Those that are only compared for equality, and never come back once they are replaced.
    var identifiers: Set<String> = []
  }

  private var types: [ObjectIdentifier: TypeReader] = [:]
  private var typeNumbers = PortableNumbers<ObjectIdentifier>()
  private var numbers = PortableNumbers<AnyHashable>()
  private var texts = PortableNumbers<String>()
  /// The texts that were split, because a search takes long and most texts come again.
  private var split: [String: (rest: String, found: [String])] = [:]

  private var reading = SubjectReading()
  /// The objects that were read, by their order.
  private var objects: [ObjectIdentifier: Int] = [:]
  /// The names that lead to what is read.
  private var path: [String] = []
  private var fixed: FixedIdentifiers?
  /// The values that fingerprints have named as identifiers, by type and hash, where these are looked for.
  private var named: [ObjectIdentifier: Set<Int>] = [:]
  /// Whether types and cases are told apart by their names, as where two versions of a type are compared.
  fileprivate private(set) var readsNames = false

  private static let lock = Mutex(())
  nonisolated(unsafe) private static var shared = SubjectReader()

  private static func read(readsNames: Bool = false, _ body: (inout SubjectReader) -> Void) -> SubjectReading {
    var reading = SubjectReading()
    lock.withLock { _ in
      shared.reading = SubjectReading()
      shared.objects.removeAll(keepingCapacity: true)
      shared.path.removeAll(keepingCapacity: true)
      shared.fixed = FixedIdentifiers.current
      shared.readsNames = readsNames
      body(&shared)
      swap(&reading, &shared.reading)
    }
    return reading
  }

  /// Reads the properties of an object, or of a structure or tuple of objects.
  static func reading(_ subject: Any, _ selection: Selection = Selection()) -> SubjectReading {
    read { reader in reader.readSubject(subject, selection) }
  }

  /// Reads values that belong to no property.
  static func reading(surroundings values: [AnyHashable]) -> SubjectReading {
    read { reader in
      reader.path.append("surroundings")
      for value in values { reader.read(any: value.base) }
      reader.endProperty("surroundings")
    }
  }

  /// Reads the parameters of a call, in which identifiers that fingerprints have named are such too.
  static func reading(parameters: [any Sendable]) -> SubjectReading {
    guard !parameters.isEmpty else { return SubjectReading() }
    return read { reader in
      reader.named = reader.fixed?.named ?? [:]
      for value in parameters { reader.read(any: value) }
      reader.named = [:]
    }
  }

  /// The identifier that a value contains and does not differ in from others, such as a UUID in the text of a token.
  static func identifier(in value: AnyHashable) -> AnyHashable? {
    let found = FixedIdentifiers.$current.withValue(nil) { reading(values: [value.base]).identifiers }
    return found.count == 1 ? found[0] : nil
  }

  /// Reads values of any types.
  static func reading(values: [Any]) -> SubjectReading {
    read { reader in
      for value in values { reader.read(any: value) }
    }
  }

  /// Reads values of one of two versions, whose types can have the same names in two modules.
  static func reading(ofVersion values: [Any]) -> SubjectReading {
    read(readsNames: true) { reader in
      for value in values { reader.read(any: value) }
    }
  }

  /// The observable properties of an object, or of each object in a structure or tuple, with their values.
  static func observableProperties(of subject: Any) -> [(name: String, value: Any)] {
    var properties: [(name: String, value: Any)] = []
    _ = read { reader in
      guard type(of: subject) is AnyClass else {
        return withAddress(of: subject) { address, type in
          let subject = reader.reader(of: type)
          for field in reader.fields(of: subject) where field.type.isClass && field.isStrong {
            let object = (address + field.offset).assumingMemoryBound(to: AnyObject.self).pointee
            reader.readObservable(object, "\(field.name ?? "").", into: &properties)
          }
        }
      }
      reader.readObservable(subject as AnyObject, "", into: &properties)
    }
    return properties
  }

  private mutating func readObservable(
    _ object: AnyObject, _ prefix: String, into properties: inout [(name: String, value: Any)]
  ) {
    let type = reader(of: type(of: object))
    let fields = fields(of: type)
    guard fields.contains(where: { $0.name == nil }) else { return }
    for field in fields where field.isStrong {
      guard let name = field.name, field.label?.utf8.first == UInt8(ascii: "_"), !field.type.isOpaque else { continue }
      properties.append((prefix + name, field.type.value(Self.address(of: object) + field.offset)))
    }
  }

  /// The name of a stored property, which the macro `@Observable` stores with an underscore.
  static func name(_ label: String?) -> String? {
    guard let label, label != "_$observationRegistrar", label != "$defaultActor" else { return nil }
    return label.utf8.first == UInt8(ascii: "_") ? String(label.dropFirst()) : label
  }

  // MARK: Properties

  private mutating func readSubject(_ subject: Any, _ selection: Selection) {
    let type = type(of: subject)
    let reader = reader(of: type)
    reading.words.append(reader.number)
    endProperty("type")
    if subject is any CustomReflectable {
      let children = Array(Mirror(reflecting: subject).children)
      let path = ObjectPath(reader, children.map { Self.name($0.label) ?? "" })
      for (index, child) in children.enumerated() { readProperty(child.value, path, index, selection) }
    } else if reader.isClass {
      let object = subject as AnyObject
      objects[ObjectIdentifier(object)] = objects.count
      readProperties(of: path(of: reader), at: Self.address(of: object), subject, selection)
    } else {
      let path = path(of: reader)
      Self.withAddress(of: subject) { address, _ in readProperties(of: path, at: address, subject, selection) }
    }
  }

  private mutating func readProperties(
    of properties: ObjectPath, at address: UnsafeRawPointer, _ whole: Any, _ selection: Selection
  ) {
    for (index, field) in fields(of: properties.type).enumerated() {
      guard let name = field.name, !selection.ignored.contains(name) else { continue }
      let label = properties.labels[index]
      let value = address + field.offset
      if selection.identifiers.contains(name) {
        readIdentifier(field.isStrong ? field.type.value(value) : Self.mirrored(field.label, of: whole), label)
      } else if !field.isStrong {
        readProperty(Self.mirrored(field.label, of: whole), properties, index, selection)
      } else if field.type.kind == .existential {
        readProperty(field.type.value(value), properties, index, selection)
      } else {
        readProperty(field.type, at: value, properties, index, selection)
      }
    }
  }

  private mutating func readProperty(
    _ value: Any, _ properties: ObjectPath, _ index: Int, _ selection: Selection
  ) {
    Self.withAddress(of: value) { readProperty(reader(of: $1), at: $0, properties, index, selection) }
  }

  private mutating func readProperty(
    _ type: TypeReader, at address: UnsafeRawPointer, _ properties: ObjectPath, _ index: Int, _ selection: Selection
  ) {
    guard selection.readsObjects || type.isEquatableValue || type.kind == .parts && type.value(address) is any Equatable
    else {
      if type.kind == .object { reading.objects.append("\(properties.labels[index]) (\(type.type))") }
      return
    }
    guard type.isClass else {
      if type.kind == .ignored { return }
      if holdsNoObject(type), type.size > 8 {
        properties.memos[index] = readPlain(type, at: address, properties.memos[index])
      } else {
        path.append(properties.labels[index])
        type.read(address, &self)
        path.removeLast()
      }
      return endProperty(properties.labels[index], isInteger: type.kind == .integer)
    }
    let object = address.assumingMemoryBound(to: AnyObject.self).pointee
    let type = reader(of: Swift.type(of: object))
    switch type.kind {
    case .object where objects[ObjectIdentifier(object)] == nil:
      objects[ObjectIdentifier(object)] = objects.count
      reading.words.append(type.number)
      endProperty(properties.labels[index])
      readProperties(of: path(of: type, properties, index), at: Self.address(of: object), object, Selection())
    case .ignored: return
    default:
      path.append(properties.labels[index])
      read(object, type)
      path.removeLast()
      endProperty(properties.labels[index])
    }
  }

  /// Reads a value that no object can change from elsewhere, unless its bytes are those of the last one.
  private mutating func readPlain(_ type: TypeReader, at address: UnsafeRawPointer, _ last: ReadValue?) -> ReadValue {
    let version = fixed?.version
    if let last, last.type === type, last.version == version, last.hasBytes(at: address) {
      for identifier in last.identifiers { fixed?.note(identifier) }
      reading.words += last.words
      reading.identifiers += last.identifiers
      return last
    }
    let start = (words: reading.words.count, identifiers: reading.identifiers.count)
    type.read(address, &self)
    return ReadValue(
      type: type, version: version, value: type.value(address),
      bytes: Array(UnsafeRawBufferPointer(start: address, count: type.size)),
      words: Array(reading.words[start.words...]), identifiers: Array(reading.identifiers[start.identifiers...]))
  }

  private mutating func readIdentifier(_ value: Any, _ label: String) {
    let content = FingerprintValue(label: label, value: value).hashable
    reading.words.append(content == nil ? 0 : 1)
    if let content { reading.identifiers.append(content) }
    endProperty(label)
  }

  private mutating func endProperty(_ label: String, isInteger: Bool = false) {
    reading.properties.append(
      SubjectReading.Property(
        label: label, isInteger: isInteger, end: reading.words.count, identifierEnd: reading.identifiers.count))
  }

  // MARK: Values

  /// Reads a value of any type, which is told apart from an equal one of another type.
  fileprivate mutating func read(any value: Any) {
    Self.withAddress(of: value) { address, type in
      let type = reader(of: type)
      append(type)
      type.read(address, &self)
    }
  }

  /// Reads an object as a part of a value.
  fileprivate mutating func read(_ object: AnyObject) {
    let type = reader(of: Swift.type(of: object))
    append(type)
    read(object, type)
  }

  private mutating func append(_ type: TypeReader) {
    if readsNames { append(text: type.name) } else { reading.words.append(type.number) }
  }

  private mutating func read(_ object: AnyObject, _ type: TypeReader) {
    switch type.kind {
    case .object:
      if let number = objects[ObjectIdentifier(object)] { return reading.words.append(number) }
      objects[ObjectIdentifier(object)] = objects.count
      reading.words.append(-1)
      readFields(of: type, at: Self.address(of: object)) { object }
    case .ignored: break
    default: withUnsafePointer(to: object) { type.read(UnsafeRawPointer($0), &self) }
    }
  }

  fileprivate mutating func readFields(of type: TypeReader, at address: UnsafeRawPointer, _ whole: () -> Any) {
    for field in fields(of: type) {
      guard let name = field.name else { continue }
      path.append(name)
      if field.isStrong {
        field.type.read(address + field.offset, &self)
      } else {
        read(any: Self.mirrored(field.label, of: whole()))
      }
      path.removeLast()
    }
  }

  fileprivate mutating func append(_ word: Int) { reading.words.append(word) }

  /// Reads a value that is compared as a whole.
  fileprivate mutating func append(whole value: AnyHashable) {
    reading.words.append(numbers.number(of: value) { Digest(describing: value.base) })
  }

  fileprivate mutating func append(identifier: AnyHashable) {
    if fixed?.note(identifier) == true { return append(whole: identifier) }
    reading.words.append(1)
    reading.identifiers.append(identifier)
  }

  /// Reads a value that fingerprints have named as an identifier, and returns whether it is one.
  fileprivate mutating func appendNamed(_ type: Any.Type, _ value: () -> Any) -> Bool {
    guard !named.isEmpty, let known = named[ObjectIdentifier(type)], let value = value() as? any Hashable,
      known.contains(AnyHashable(value).hashValue)
    else { return false }
    reading.words.append(1)
    reading.identifiers.append(AnyHashable(value))
    return true
  }

  fileprivate mutating func appendUnreadable(_ type: Any.Type) {
    reading.leftOut.append("\(path.joined(separator: ".")) (\(type))")
  }

  /// Reads a text without the UUIDs in it, which are identifiers, and JSON in order.
  fileprivate mutating func append(text: String) {
    var text = text
    if text.utf8.count >= 36 || Self.mayBeJSON(text) {
      let parts = parts(of: text)
      text = parts.rest
      for found in parts.found { append(identifier: AnyHashable(found)) }
    }
    reading.words.append(texts.number(of: text) { Digest(of: text) })
  }

  /// Reads elements in an order of what they consist of.
  fileprivate mutating func append<Elements: Collection>(
    unordered elements: Elements, _ read: (Elements.Element, inout SubjectReader) -> Void
  ) {
    let outer = reading
    let parts = elements.map { element in
      reading = SubjectReading()
      read(element, &self)
      return reading
    }
    reading = outer
    reading.words.append(parts.count)
    reading.leftOut += parts.flatMap(\.leftOut)
    let keys = parts.map { part in part.words + part.identifiers.map { outer.identifiers.firstIndex(of: $0) ?? .max } }
    let order = parts.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
    let areAlike = zip(order, order.dropFirst()).contains { keys[$0] == keys[$1] && !parts[$0].identifiers.isEmpty }
    reading.isAmbiguous = outer.isAmbiguous || areAlike || parts.contains { $0.isAmbiguous }
    for index in order {
      reading.words.append(parts[index].words.count)
      reading.words += parts[index].words
      reading.identifiers += parts[index].identifiers
    }
  }

  private mutating func parts(of text: String) -> (rest: String, found: [String]) {
    if let parts = split[text] { return parts }
    let parts = Self.withoutUUIDs(Self.inOrder(text))
    if split.count > 10_000 { split = [:] }
    split[text] = parts
    return parts
  }

  private static func withoutUUIDs(_ text: String) -> (rest: String, found: [String]) {
    var (rest, found): ([UInt8], [String]) = ([], [])
    let bytes = Array(text.utf8)
    var next = 0
    while next < bytes.count {
      if next + uuidLength <= bytes.count, isUUID(bytes[next..<next + uuidLength]) {
        found.append(String(decoding: bytes[next..<next + uuidLength], as: UTF8.self))
        rest += Array("UUID".utf8)
        next += uuidLength
      } else {
        rest.append(bytes[next])
        next += 1
      }
    }
    return (String(decoding: rest, as: UTF8.self), found)
  }

  private static let uuidLength = 36

  private static func isUUID(_ bytes: ArraySlice<UInt8>) -> Bool {
    // Most texts differ from one here.
    guard bytes[bytes.startIndex + 8] == UInt8(ascii: "-") else { return false }
    return bytes.enumerated().allSatisfy { index, byte in
      if [8, 13, 18, 23].contains(index) { return byte == UInt8(ascii: "-") }
      return Character(Unicode.Scalar(byte)).isHexDigit
    }
  }

  private static func mayBeJSON(_ text: String) -> Bool {
    text.utf8.first == UInt8(ascii: "{") || text.utf8.first == UInt8(ascii: "[")
  }

  /// JSON with its keys in alphabetical order, because encoders write them in any.
  private static func inOrder(_ text: String) -> String {
    guard mayBeJSON(text),
      let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)),
      let data = try? JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
    else { return text }
    return String(decoding: data, as: UTF8.self)
  }

  // MARK: Types

  fileprivate mutating func reader(of type: Any.Type) -> TypeReader {
    let identifier = ObjectIdentifier(type)
    if let reader = types[identifier] { return reader }
    let reader = TypeReader(type, typeNumbers.number(of: identifier) { Digest(describing: type) })
    types[identifier] = reader
    return reader
  }

  private mutating func fields(of type: TypeReader) -> [TypeReader.Field] {
    if let fields = type.fields { return fields }
    let fields = StoredField.all(of: type.type).map { field in
      TypeReader.Field(
        label: field.label, name: Self.name(field.label), type: reader(of: field.type), offset: field.offset,
        isStrong: field.isStrong)
    }
    // Identifiers in a set are read in the order in which the other properties have them.
    let sorted = fields.filter { !$0.type.isUnordered } + fields.filter(\.type.isUnordered)
    type.fields = sorted
    return sorted
  }

  /// Whether equal bytes are equal values, as long as one of them is kept.
  private mutating func holdsNoObject(_ type: TypeReader) -> Bool {
    if let isPlain = type.isPlain { return isPlain }
    // What contains itself is read as often as it comes.
    type.isPlain = false
    let isPlain =
      switch type.kind {
      case .integer, .whole, .identifier, .ignored: true
      case .object, .existential, .kept, .unreadable: false
      case .parts:
        if type.isUnordered {
          false
        } else if let generic = type.type as? any ReadableByParts.Type {
          generic.parts.map { $0.allSatisfy { holdsNoObject(reader(of: $0)) } } ?? false
        } else if type.type is any CustomReflectable.Type {
          false
        } else if StoredField.isEnumeration(type.type) {
          holdsNoObject(StoredCase.all(of: type.type))
        } else {
          fields(of: type).allSatisfy { $0.isStrong && holdsNoObject($0.type) }
        }
      }
    type.isPlain = isPlain
    return isPlain
  }

  private mutating func holdsNoObject(_ cases: [StoredCase]) -> Bool {
    !cases.isEmpty && cases.allSatisfy { !$0.isIndirect && $0.payload.map { holdsNoObject(reader(of: $0)) } ?? true }
  }

  /// The labels of the properties of an object: a subject, or what a property of another object refers to.
  private mutating func path(of type: TypeReader, _ parent: ObjectPath? = nil, _ index: Int = 0) -> ObjectPath {
    if let path = parent?.children[index] ?? (parent == nil ? type.path : nil), path.type === type { return path }
    let prefix = parent.map { $0.labels[index] + "." } ?? ""
    let path = ObjectPath(type, fields(of: type).map { prefix + ($0.name ?? "") })
    if let parent { parent.children[index] = path } else { type.path = path }
    return path
  }

  // MARK: Memory

  private static func address(of object: AnyObject) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
  }

  /// Calls the body with the address of a value, and the type that it has there.
  private static func withAddress(of value: Any, _ body: (UnsafeRawPointer, Any.Type) -> Void) {
    func open<Value>(_ value: Value) {
      withUnsafePointer(to: value) { pointer in
        guard StoredField.isExistential(Value.self) else { return body(UnsafeRawPointer(pointer), Value.self) }
        withAddress(of: StoredField.value(in: Value.self, at: pointer), body)
      }
    }
    _openExistential(value, do: open)
  }

  /// A property that is not held strongly, which only the runtime can load.
  private static func mirrored(_ label: String?, of whole: Any) -> Any {
    var mirror: Mirror? = Mirror(reflecting: whole)
    while let properties = mirror {
      if let child = properties.children.first(where: { $0.label == label }) { return child.value }
      mirror = properties.superclassMirror
    }
    return 0
  }
}

/// The labels of the properties of an object, by the way to it.
private final class ObjectPath {
  let type: TypeReader
  let labels: [String]
  var children: [ObjectPath?]
  /// What was read last of each property.
  var memos: [ReadValue?]

  init(_ type: TypeReader, _ labels: [String]) {
    self.type = type
    self.labels = labels
    children = labels.map { _ in nil }
    memos = labels.map { _ in nil }
  }
}

/// What was read of a value, which is kept so that no other value gets the same bytes.
private struct ReadValue {
  let type: TypeReader
  let version: Int?
  let value: Any
  let bytes: [UInt8]
  let words: [Int]
  let identifiers: [AnyHashable]

  func hasBytes(at address: UnsafeRawPointer) -> Bool {
    bytes.withUnsafeBytes { $0.baseAddress.map { memcmp($0, address, type.size) } == 0 }
  }
}

/// How a value is read, which its type decides.
private enum Kind {
  case integer
  /// It is compared as a whole, such as a number or a text.
  case whole
  /// It is only compared for equality, and never comes back once it is replaced.
  case identifier
  case object, existential
  /// It is read by what it consists of.
  case parts
  /// A storage of the kit, of which only what it keeps counts.
  case kept
  /// It is no state, such as a function.
  case ignored
  /// Its state cannot be read.
  case unreadable
}

/// How the values of a type are read.
private final class TypeReader {
  struct Field {
    let label: String?
    let name: String?
    let type: TypeReader
    let offset: Int
    let isStrong: Bool
  }

  let type: Any.Type
  let number: Int
  private(set) lazy var name = "\(type)"
  let kind: Kind
  let isClass: Bool
  /// Whether it is a value that can be compared.
  let isEquatableValue: Bool
  let value: (UnsafeRawPointer) -> Any
  private let readContent: SubjectReader.Read
  let size: Int
  /// Whether it is only compared for equality, such as a task, which no view shows.
  let isOpaque: Bool
  /// Whether it is a set or a dictionary.
  let isUnordered: Bool
  var isPlain: Bool?
  var fields: [Field]?
  var path: ObjectPath?

  init(_ type: Any.Type, _ number: Int) {
    self.type = type
    self.number = number
    isClass = type is AnyClass
    isOpaque =
      type is any OpaqueIdentifier.Type
      || (type as? any ReadableByParts.Type)?.parts?.first is any OpaqueIdentifier.Type
    isUnordered = (type as? any ReadableByParts.Type)?.isUnordered == true
    let kind = Self.kind(type)
    self.kind = kind
    isEquatableValue =
      switch kind {
      case .integer, .whole, .identifier, .parts: type is any Equatable.Type
      case .object, .existential, .kept, .ignored, .unreadable: false
      }
    func open<Value>(_ type: Value.Type) -> (Int, (UnsafeRawPointer) -> Any, SubjectReader.Read) {
      (
        MemoryLayout<Value>.size,
        kind == .existential
          ? { StoredField.value(in: type, at: $0) } : { $0.assumingMemoryBound(to: Value.self).pointee as Any },
        Self.read(type, kind)
      )
    }
    (size, value, readContent) = _openExistential(type, do: open)
  }

  func read(_ address: UnsafeRawPointer, _ reader: inout SubjectReader) {
    if !reader.appendNamed(type, { value(address) }) { readContent(address, &reader) }
  }

  private static func kind(_ type: Any.Type) -> Kind {
    // The runtime says this of a property whose values cannot be copied, such as a `Mutex`.
    if type == Void.self { return .unreadable }
    // Equal instants are at another distance from now in states that are equal otherwise.
    if type == ControlledClock.Instant.self { return .unreadable }
    let name = String(reflecting: type)
    if StoredField.isExistential(type) { return .existential }
    if type is any KeptByKit.Type { return .kept }
    if type is any OpaqueIdentifier.Type || type == UUID.self || type == Date.self { return .identifier }
    if type is any FixedWidthInteger.Type { return .integer }
    if type is AnyClass { return classKind(type, name) }
    if StoredField.isFunction(type) || ignoredValues.contains(where: name.hasPrefix) { return .ignored }
    if pointers.contains(where: name.hasPrefix) { return .unreadable }
    if type is any ReadableByParts.Type { return .parts }
    let isSystem = !name.contains("<") && systemModules.contains(where: name.hasPrefix)
    if type is any StringProtocol.Type || type is any FloatingPoint.Type || type is AnyKeyPath.Type { return .whole }
    return isSystem && type is any Hashable.Type ? .whole : .parts
  }

  private static func classKind(_ type: Any.Type, _ name: String) -> Kind {
    if type is AnyKeyPath.Type { return .whole }
    if ignoredModules.contains(where: name.hasPrefix) { return .ignored }
    // Its elements are no properties.
    var ancestor: AnyClass? = type as? AnyClass
    while let current = ancestor {
      if String(reflecting: current).hasPrefix("Swift.ManagedBuffer<") { return .unreadable }
      ancestor = _getSuperclass(current)
    }
    return systemModules.contains(where: name.hasPrefix) ? .unreadable : .object
  }

  /// What only takes part in the work of others, and decides nothing by itself.
  private static let ignoredValues = [
    "Swift.UnsafeContinuation", "Swift.CheckedContinuation", "Swift.AsyncStream", "Swift.AsyncThrowingStream",
    "_Concurrency.", "Swift.ContinuousClock", "Swift.SuspendingClock", "StoreExploring.", "Observation.",
    "Foundation.Locale", "Foundation.Calendar", "Foundation.TimeZone", "os.",
  ]
  private static let pointers = ["Swift.Unsafe", "Swift.OpaquePointer", "Swift.Unmanaged", "Builtin."]
  private static let ignoredModules = [
    "StoreExploring.", "Foundation.JSONDecoder", "Foundation.JSONEncoder", "Foundation.DateFormatter",
    "Foundation.ISO8601DateFormatter", "Foundation.NumberFormatter", "Foundation.FileManager", "Foundation.Bundle",
    "Foundation.ProcessInfo", "Foundation.NotificationCenter", "NSNotificationCenter", "Foundation.URLSession",
    "FoundationNetworking.URLSession", "NSURLSession", "NSFileManager", "Foundation.NSLock",
    "Foundation.NSRecursiveLock",
  ]
  private static let systemModules = [
    "Foundation.", "FoundationEssentials.", "FoundationNetworking.", "Dispatch.", "__C.", "NS", "Swift.",
  ]

  private static func read<Value>(_ type: Value.Type, _ kind: Kind) -> SubjectReader.Read {
    switch kind {
    case .ignored: { _, _ in }
    case .unreadable: { _, reader in reader.appendUnreadable(type) }
    case .existential: { address, reader in reader.read(any: StoredField.value(in: type, at: address)) }
    case .object: { address, reader in reader.read(address.assumingMemoryBound(to: AnyObject.self).pointee) }
    case .integer:
      type == Int.self
        ? { address, reader in reader.append(address.load(as: Int.self)) }
        : { address, reader in
          if let value = address.assumingMemoryBound(to: Value.self).pointee as? any FixedWidthInteger {
            reader.append(Int(truncatingIfNeeded: value))
          }
        }
    case .identifier:
      { address, reader in
        if let value = address.assumingMemoryBound(to: Value.self).pointee as? any Hashable {
          reader.append(identifier: AnyHashable(value))
        }
      }
    case .kept:
      { address, reader in
        for value in (address.assumingMemoryBound(to: Value.self).pointee as? any KeptByKit)?.kept ?? [] {
          reader.read(any: value.base)
        }
      }
    case .whole: wholeRead(type)
    case .parts: (type as? any ReadableByParts.Type)?.read ?? partsRead(type)
    }
  }

  private static func wholeRead<Value>(_ type: Value.Type) -> SubjectReader.Read {
    if type == String.self { return { address, reader in reader.append(text: address.load(as: String.self)) } }
    if type == Bool.self { return { address, reader in reader.append(address.load(as: Bool.self) ? 1 : 0) } }
    if type == Double.self {
      return { address, reader in reader.append(Int(bitPattern: UInt(address.load(as: Double.self).bitPattern))) }
    }
    if type == Data.self {
      return { address, reader in
        let data = address.load(as: Data.self)
        if let text = String(data: data, encoding: .utf8) { return reader.append(text: text) }
        reader.append(whole: AnyHashable(data))
      }
    }
    return { address, reader in
      guard let value = address.assumingMemoryBound(to: Value.self).pointee as? any Hashable else { return }
      reader.append(whole: AnyHashable(value))
    }
  }

  /// How a structure, a tuple or an enumeration is read.
  private static func partsRead<Value>(_ type: Value.Type) -> SubjectReader.Read {
    if let collection = type as? any (CustomReflectable & Collection).Type {
      return collection is any SetAlgebra.Type
        ? { address, reader in
          let value = address.assumingMemoryBound(to: Value.self).pointee
          reader.append(unordered: Array(Mirror(reflecting: value).children)) { $1.read(any: $0.value) }
        }
        : { address, reader in
          let children = Mirror(reflecting: address.assumingMemoryBound(to: Value.self).pointee).children
          reader.append(children.count)
          for child in children { reader.read(any: child.value) }
        }
    }
    guard StoredField.isEnumeration(type) else {
      return { address, reader in
        reader.readFields(of: reader.reader(of: type), at: address) {
          address.assumingMemoryBound(to: Value.self).pointee as Any
        }
      }
    }
    let isByte = MemoryLayout<Value>.size <= 1 && _isPOD(type)
    let cases = StoredCase.all(of: type)
    guard isByte || !cases.isEmpty else {
      return { address, reader in
        let value = address.assumingMemoryBound(to: Value.self).pointee
        reader.append(whole: (value as? any Hashable).map { AnyHashable($0) } ?? AnyHashable("\(value)"))
      }
    }
    return { address, reader in
      if isByte, !reader.readsNames || cases.isEmpty {
        if MemoryLayout<Value>.size == 1 { reader.append(Int(address.load(as: UInt8.self))) }
        return
      }
      let value = address.assumingMemoryBound(to: Value.self).pointee
      StoredCase.read(value, cases) { number, payload in
        if reader.readsNames { reader.append(text: cases[number].name) } else { reader.append(number) }
        if cases[number].isIndirect {
          for child in Mirror(reflecting: value).children { reader.read(any: child.value) }
        } else if let type = cases[number].payload {
          reader.reader(of: type).read(payload, &reader)
        }
      }
    }
  }
}

/// A generic type of the standard library that is read by its elements.
private protocol ReadableByParts {
  /// The types of which equal bytes must be equal, so that those of the whole are; `nil` where they never are.
  static var parts: [Any.Type]? { get }
  static var isUnordered: Bool { get }
  static var read: SubjectReader.Read { get }
}

extension ReadableByParts {
  fileprivate static var isUnordered: Bool { false }
}

extension Optional: ReadableByParts {
  fileprivate static var parts: [Any.Type]? { [Wrapped.self] }
  fileprivate static var isUnordered: Bool { (Wrapped.self as? any ReadableByParts.Type)?.isUnordered == true }
  fileprivate static var read: SubjectReader.Read {
    { address, reader in
      switch address.assumingMemoryBound(to: Self.self).pointee {
      case nil: reader.append(0)
      case let value?:
        reader.append(1)
        let type = reader.reader(of: Wrapped.self)
        withUnsafePointer(to: value) { type.read(UnsafeRawPointer($0), &reader) }
      }
    }
  }
}

extension Array: ReadableByParts {
  fileprivate static var parts: [Any.Type]? { [Element.self] }
  fileprivate static var read: SubjectReader.Read {
    { address, reader in
      let elements = address.assumingMemoryBound(to: Self.self).pointee
      reader.append(elements.count)
      let type = reader.reader(of: Element.self)
      for element in elements { withUnsafePointer(to: element) { type.read(UnsafeRawPointer($0), &reader) } }
    }
  }
}

extension Dictionary: ReadableByParts {
  fileprivate static var parts: [Any.Type]? { [Key.self, Value.self] }
  fileprivate static var isUnordered: Bool { true }
  fileprivate static var read: SubjectReader.Read {
    { address, reader in
      let (keys, values) = (reader.reader(of: Key.self), reader.reader(of: Value.self))
      reader.append(unordered: address.assumingMemoryBound(to: Self.self).pointee) { element, reader in
        withUnsafePointer(to: element.key) { keys.read(UnsafeRawPointer($0), &reader) }
        withUnsafePointer(to: element.value) { values.read(UnsafeRawPointer($0), &reader) }
      }
    }
  }
}

extension Set: ReadableByParts {
  fileprivate static var parts: [Any.Type]? { [Element.self] }
  fileprivate static var isUnordered: Bool { true }
  fileprivate static var read: SubjectReader.Read {
    { address, reader in
      let type = reader.reader(of: Element.self)
      reader.append(unordered: address.assumingMemoryBound(to: Self.self).pointee) { element, reader in
        withUnsafePointer(to: element) { type.read(UnsafeRawPointer($0), &reader) }
      }
    }
  }
}

extension AnyHashable: ReadableByParts {
  fileprivate static var parts: [Any.Type]? { nil }
  fileprivate static var read: SubjectReader.Read {
    { address, reader in reader.read(any: address.load(as: AnyHashable.self).base) }
  }
}

/// Something of the kit that holds state of the subject.
protocol KeptByKit {
  var kept: [AnyHashable] { get }
}
