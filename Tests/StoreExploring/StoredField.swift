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

private enum Runtime {
  struct Details {
    var name: UnsafePointer<CChar>?
    var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
    var isStrong = false
    var isVariable = false
  }

  @_silgen_name("swift_reflectionMirror_recursiveCount")
  static func count(_ type: Any.Type) -> Int

  @_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
  static func child(_ type: Any.Type, _ index: Int, _ details: UnsafeMutablePointer<Details>) -> Any.Type

  @_silgen_name("swift_reflectionMirror_recursiveChildOffset")
  static func offset(_ type: Any.Type, _ index: Int) -> Int
}
