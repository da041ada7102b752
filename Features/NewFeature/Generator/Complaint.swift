/// Why no feature was made, in a sentence for whoever asked for one.
struct Complaint: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
