/// A hash that is the same in every process, unlike that of a `Hasher`.
struct Digest: Hashable {
  private(set) var value: Int

  init(seed: Int = 0) { value = seed }

  /// The digest of how a value describes itself, without the addresses that the runtime puts into the names of private
  /// types.
  init(describing value: Any) {
    self.init(of: value as? String ?? String(reflecting: value).replacing(/\$[0-9a-f]+/, with: ""))
  }

  init(of text: String) {
    self.init()
    for byte in text.utf8 { add(Int(byte)) }
  }

  init(of words: some Sequence<Int>, seed: Int = 0) {
    self.init(seed: seed)
    for word in words { add(word) }
  }

  mutating func add(_ word: Int) {
    // The last steps of the generator SplitMix64, in which each bit changes half of the others.
    var mixed = UInt64(bitPattern: Int64(value &* 31 &+ word)) &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    value = Int(Int64(bitPattern: mixed ^ (mixed >> 31)))
  }
}

/// Gives equal values equal numbers.
struct PortableNumbers<Value: Hashable> {
  private(set) var numbers: [Value: Int] = [:]
  private var taken: Set<Int> = []

  var count: Int { numbers.count }

  /// The number of a value: where it is portable, its digest, unless another value has the same; else its place.
  mutating func number(of value: Value, isPortable: Bool = true, digest: () -> Digest) -> Int {
    if let number = numbers[value] { return number }
    var number = isPortable ? digest().value : numbers.count + 1
    while isPortable, !taken.insert(number).inserted { number &+= 1 }
    numbers[value] = number
    return number
  }
}
