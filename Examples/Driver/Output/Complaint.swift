/// Says on standard error what went wrong.
func complain(_ message: String) {
  StandardError.write("\(message)\n")
}
