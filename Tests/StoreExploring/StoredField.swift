import Foundation

/// A stored property of a class, a structure or a tuple, as the runtime describes it for `Mirror`.
///
/// A `Mirror` finds the types of all properties anew for every value, which takes longer than the step of a schedule.
/// This file uses raw symbols, and vouches for what the compiler cannot check: functions and layouts that are part of the
/// stable binary interface of Swift.
struct StoredField {
  let label: String?
  let type: Any.Type
  /// The number of bytes from the beginning of the object or value.
  let offset: Int
  /// Whether it is neither weak nor unowned, so that it can be read as what its type says.
  let isStrong: Bool

  /// The stored properties, inherited ones first.
  static func all(of type: Any.Type) -> [StoredField] {
    (0..<Runtime.count(type)).map { index in
      var details = Runtime.Details()
      let child = Runtime.child(type, index, &details)
      defer { details.free?(details.name) }
      return StoredField(
        label: details.name.map { String(cString: $0) }, type: child, offset: Runtime.offset(type, index),
        isStrong: details.isStrong)
    }
  }

  static func isEnumeration(_ type: Any.Type) -> Bool { kind(type) == 0x201 }
  static func isExistential(_ type: Any.Type) -> Bool { [0x303, 0x307].contains(kind(type)) }
  /// Whether it is a function or the type of a type, which are no state.
  static func isFunction(_ type: Any.Type) -> Bool { [0x302, 0x304, 0x306].contains(kind(type)) }

  /// The value in an existential container of a type at an address, whose own type it then has.
  static func value(in type: Any.Type, at address: UnsafeRawPointer) -> Any {
    let words = unsafeBitCast(type, to: UnsafeRawPointer.self)
    if kind(type) == 0x307 {
      let shape = words.load(fromByteOffset: 8, as: UnsafePointer<UInt32>.self)
      return shape.pointee & 0xFF == 1 ? address.load(as: AnyObject.self) : address.load(as: Any.self)
    }
    let flags = words.load(fromByteOffset: 8, as: UInt32.self)
    let isError = flags >> 24 & 0x3F == 1
    let isClass = flags & 0x8000_0000 == 0
    return isError
      ? address.load(as: (any Error).self) : isClass ? address.load(as: AnyObject.self) : address.load(as: Any.self)
  }

  private static func kind(_ type: Any.Type) -> Int { unsafeBitCast(type, to: UnsafePointer<Int>.self).pointee }
}

/// A case of an enumeration, as the runtime describes it for `Mirror`.
struct StoredCase {
  let name: String
  /// The type of its associated values, a tuple where there are several.
  let payload: Any.Type?
  /// Whether the associated values are in a box.
  let isIndirect: Bool

  /// The cases of an enumeration by number, or none where the runtime does not describe them.
  static func all(of type: Any.Type) -> [StoredCase] {
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    let descriptor = metadata.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
    guard let fields = relative(descriptor + 16) else { return [] }
    let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
    let (payloads, empty) = (
      Int(descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF),
      Int(descriptor.load(fromByteOffset: 24, as: UInt32.self))
    )
    guard count == payloads + empty else { return [] }
    let size = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    var cases: [StoredCase] = []
    for index in 0..<count {
      let record = fields + 16 + index * size
      guard let name = relative(record + 8) else { return [] }
      var payload: Any.Type?
      if let type = relative(record + 4) {
        payload = _getTypeByMangledNameInContext(
          type.assumingMemoryBound(to: UInt8.self), length(of: type), genericContext: descriptor,
          genericArguments: metadata + 16)
        guard payload != nil else { return [] }
      }
      cases.append(
        StoredCase(
          name: String(cString: name.assumingMemoryBound(to: CChar.self)), payload: payload,
          isIndirect: record.load(as: UInt32.self) & 1 == 1))
    }
    return cases
  }

  /// Calls the body with the number of the case of a value, and the address of its associated values or of their box.
  static func read<Value>(_ value: Value, _ cases: [StoredCase], _ body: (Int, UnsafeRawPointer) -> Void) {
    let type = unsafeBitCast(Value.self as Any.Type, to: UnsafeRawPointer.self)
    let witnesses = type.load(fromByteOffset: -8, as: UnsafeRawPointer.self)
    var value = value
    withUnsafeMutablePointer(to: &value) { value in
      let value = UnsafeMutableRawPointer(value)
      let number = Int(witnesses.load(fromByteOffset: 11 * 8, as: Runtime.Tag.self)(value, type))
      guard cases[number].payload != nil else { return body(number, value) }
      witnesses.load(fromByteOffset: 12 * 8, as: Runtime.Project.self)(value, type)
      body(number, value)
      witnesses.load(fromByteOffset: 13 * 8, as: Runtime.Inject.self)(value, UInt32(number), type)
    }
  }

  private static func relative(_ address: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = Int(address.load(as: Int32.self))
    return distance == 0 ? nil : address + distance
  }

  /// The number of bytes of a mangled name, in which bytes below 32 announce an address.
  private static func length(of name: UnsafeRawPointer) -> UInt {
    var end = name
    while true {
      switch end.load(as: UInt8.self) {
      case 0: return UInt(end - name)
      case 1...0x17: end += 5
      case 0x18...0x1F: end += 9
      default: end += 1
      }
    }
  }
}

private enum Runtime {
  struct Details {
    var name: UnsafePointer<CChar>?
    var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
    var isStrong = false
    var isVariable = false
  }

  /// Functions on values of an enumeration, with its type.
  typealias Tag = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32
  typealias Project = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void
  typealias Inject = @convention(c) (UnsafeMutableRawPointer, UInt32, UnsafeRawPointer) -> Void

  @_silgen_name("swift_reflectionMirror_recursiveCount")
  static func count(_ type: Any.Type) -> Int

  @_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
  static func child(_ type: Any.Type, _ index: Int, _ details: UnsafeMutablePointer<Details>) -> Any.Type

  @_silgen_name("swift_reflectionMirror_recursiveChildOffset")
  static func offset(_ type: Any.Type, _ index: Int) -> Int
}
