/// The actions of MyPage.
///
/// An action returns when its work is done; one that is ignored returns at once, as one is that the server does not offer.
@MainActor
public protocol MyPageActions: AnyObject, Sendable {
  /// Reads the profile; what is shown stays until the response. Ignored while reading, saving or deleting.
  func load() async

  /// Checks the name, then the gender, and saves the profile. Ignored while loading, saving or deleting.
  ///
  /// `gender` is the raw value of a `Gender`, 0 for none. No request is sent where either is invalid. Where no profile is
  /// shown, one is registered, which needs no read before it: where there is one at the server, that is read and shown.
  /// Ignored before a read, and after one that failed, where the saved flag says that there is a profile.
  func save(name: String, gender: Int) async

  /// Deletes the profile. Ignored unless loaded, and while saving or deleting.
  func deleteProfile() async

  /// Dismisses the notice; that of an invalid name clears the name in the form too.
  func dismissNotice()
}
