/// One step of a schedule, as a line of Swift.
public enum Step: Equatable, Sendable {
  /// Starts an action.
  case start(String)
  /// Answers a waiting call: its name, its number among the waiting calls of that name from 0, the oldest, and the
  /// label of the answer.
  case answer(String, call: Int = 0, with: String)
  /// Cancels a running action: its label, and its number among the running ones of that label from 0, the oldest.
  case cancel(String, run: Int = 0)

  /// The step as it is written in Swift.
  public var swift: String {
    switch self {
    case .start(let action): ".start(\(Self.quoted(action)))"
    case .answer(let name, let call, let label):
      ".answer(\(Self.quoted(name))\(call == 0 ? "" : ", call: \(call)"), with: \(Self.quoted(label)))"
    case .cancel(let action, let run): ".cancel(\(Self.quoted(action))\(run == 0 ? "" : ", run: \(run)"))"
    }
  }

  /// The step as a label in a diagram.
  var label: String {
    switch self {
    case .start(let action): action
    case .answer(let name, _, let label): "\(name) answers \(label)"
    case .cancel(let action, _): "\(action) cancelled"
    }
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    return "\"\(escaped)\""
  }
}
