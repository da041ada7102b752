/// What a view shows of a profile.
public struct MyPageContent: Sendable, Equatable {
  /// The profile, ready to show; `nil` where none was saved yet.
  public internal(set) var profile: MyPageProfile?
  /// Whether the saved flag of this user is set.
  public internal(set) var isSaved: Bool
  /// What goes on while the profile is shown.
  public internal(set) var activity: MyPageActivity
  /// What the form was handed in with last; the name is cleared with the notice that it was wrong.
  public internal(set) var form: ProfileInput

  /// Makes a content.
  ///
  /// - Parameters:
  ///   - profile: The profile, ready to show; `nil` where none was saved yet.
  ///   - isSaved: Whether the saved flag of this user is set.
  ///   - activity: What goes on while the profile is shown.
  ///   - form: What the form was handed in with last.
  public init(
    profile: MyPageProfile?, isSaved: Bool, activity: MyPageActivity = .none, form: ProfileInput = ProfileInput()
  ) {
    self.profile = profile
    self.isSaved = isSaved
    self.activity = activity
    self.form = form
  }

  /// Whether registering is offered: until a profile is saved.
  public var isRegisterOffered: Bool { !isSaved }
  /// Whether fetching is offered: once a profile is saved.
  public var isFetchOffered: Bool { isSaved }
  /// Whether deleting is offered: once a profile is saved.
  public var isDeleteOffered: Bool { isSaved }
}

/// What goes on while a profile is shown.
public enum MyPageActivity: Sendable, Equatable {
  /// Nothing.
  case none
  /// The profile is being saved.
  case saving
  /// The profile is being deleted.
  case deleting
}
