/// A step by number, as it is chosen.
enum Choice: Equatable {
  case start(action: Int)
  case answer(call: Int, label: Int)
  case cancel(run: Int)
}
