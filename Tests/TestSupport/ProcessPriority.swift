import Foundation

/// Lets the tests of the parent go first, from within an exploration in a process of its own.
///
/// Explorations need the main actor, and so does nearly every other test: in processes of their own they use the other
/// cores, as long as they leave one to the parent.
package func letOtherTestsGoFirst() {
  _ = nice(19)
}
