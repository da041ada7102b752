import CustomDump

/// A value in every way in which somebody could print it.
func printed<Value>(_ value: Value) -> [String] {
  var dumped = ""
  dump(value, to: &dumped)
  let text = String(customDumping: value)
  return [
    "\(value)", String(describing: value), String(reflecting: value), dumped, text, "\([value])",
    String(reflecting: Optional(value)), String(customDumping: ["key": value]),
  ]
}
