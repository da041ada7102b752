/// What a user can do in MyPage.
///
/// Each action returns when its work is done; one that is ignored, at once.
@MainActor
public protocol MyPageActions: AnyObject {
  /// Reads the profile. What is shown stays until the answer. Ignored while something is loading, saved or deleted.
  func load() async

  /// Saves the profile. Ignored unless the profile, or that there is none, is known and nothing goes on.
  ///
  /// The name is checked first, then the gender; where one is wrong, nothing is sent.
  ///
  /// - Parameters:
  ///   - name: The name, as it was typed: 2 to 10 characters without white space around it.
  ///   - gender: The gender as the picker numbers it: 1 male, 2 female, 3 chooses not to say.
  func save(name: String, gender: Int) async

  /// Deletes the profile. Ignored unless it is known whether there is one and nothing goes on.
  func deleteProfile() async

  /// Clears the notice; that of a wrong name clears the name in the form too.
  func dismissNotice()
}
