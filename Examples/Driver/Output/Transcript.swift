import Core

/// Where the driver tells what happens, as it happens.
@MainActor
protocol Transcript {
  /// A part of a tour begins.
  func heading(_ text: String)
  /// A line is about to be played, as it may be shown.
  func line(_ text: String)
  /// A Store has passed from one state to another.
  func transition(_ store: String, action: String, from: String, to: String, text: String?)
  /// A Store tells the user something once.
  func notice(_ store: String, action: String, _ notice: Notice)
  /// The app shows another screen.
  func screen(_ text: String)
  /// Something that a user would read on the screen.
  func content(_ label: String, _ text: String)
}
