extension FakeOutcome {
  /// Reads how a request is to fail, in the words of the driver and of the served backend's control route.
  ///
  /// - Parameter kind: `offline`, `timeout`, `malformed`, or a status code from 200 to 599. Anything else is `nil`.
  public init?(kind: String) {
    switch kind {
    case "offline": self = .fail(.offline)
    case "timeout": self = .fail(.timedOut)
    case "malformed": self = .malformed
    default:
      guard let code = Int(kind), (200...599).contains(code) else { return nil }
      self = .status(code)
    }
  }
}
