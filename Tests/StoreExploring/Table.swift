/// Values by number, which stand in blocks.
///
/// An array has room for up to twice the values that it has, and while it grows it is there twice; a table of millions of
/// values has room for some hundreds.
struct Table<Value>: RandomAccessCollection, MutableCollection {
  private static var sizeOfBlock: Int { 1_024 }

  private var blocks: [[Value]] = []
  private(set) var endIndex = 0

  var startIndex: Int { 0 }

  subscript(number: Int) -> Value {
    get { blocks[number / Self.sizeOfBlock][number % Self.sizeOfBlock] }
    set { blocks[number / Self.sizeOfBlock][number % Self.sizeOfBlock] = newValue }
  }

  mutating func append(_ value: Value) {
    if endIndex % Self.sizeOfBlock == 0 {
      blocks.append([])
      // Most tables are small, and their only block grows with them.
      if endIndex > 0 { blocks[blocks.count - 1].reserveCapacity(Self.sizeOfBlock) }
    }
    blocks[blocks.count - 1].append(value)
    endIndex += 1
  }
}
