import Core
import Foundation

/// The state of MyPage.
public enum MyPageState: Sendable, Hashable {
  /// Nothing is read yet; the first state.
  case idle
  /// The profile is being read for the first time.
  case loading
  /// The profile, or the form to register one.
  case loaded(MyPageContent)
  /// The profile could not be read, with the message that says why.
  case error(String)

  /// What is shown of the profile; `nil` unless loaded.
  public var content: MyPageContent? {
    guard case .loaded(let content) = self else { return nil }
    return content
  }
}

/// The profile and the form, as a view shows them.
public struct MyPageContent: Sendable, Hashable {
  /// The profile; `nil` where none is known.
  public let profile: MyPageProfile?
  /// When the profile was kept, where an earlier launch has shown it and the server has not answered since.
  public let keptAt: Date?
  /// The request in progress while the profile is shown.
  public let activity: MyPageActivity
  /// The form as last submitted; empty once saved.
  public let form: ProfileInput
  private let capabilities: Set<MyPageCapability>

  /// Creates a content at a server that offers these capabilities, by default everything.
  public init(
    profile: MyPageProfile? = nil, keptAt: Date? = nil, activity: MyPageActivity = .idle,
    form: ProfileInput = ProfileInput(),
    capabilities: Set<MyPageCapability> = Set(MyPageCapability.allCases)
  ) {
    self.profile = profile
    self.keptAt = keptAt
    self.activity = activity
    self.form = form
    self.capabilities = capabilities
  }

  /// Whether the form is offered: until a complete profile is saved, where the server saves one.
  public var isRegisterOffered: Bool { capabilities.contains(.registration) && profile?.needsGender ?? true }
  /// Whether reading again is offered: once a profile is saved, and where the server saves none.
  public var isFetchOffered: Bool { profile != nil || !isRegisterOffered }
  /// Whether deleting is offered: once a profile is saved, where the server deletes one.
  public var isDeleteOffered: Bool { capabilities.contains(.deletion) && profile != nil }
}

/// A request in progress while a profile or the form is shown.
public enum MyPageActivity: Sendable, Hashable {
  /// None.
  case idle
  /// The profile is being saved.
  case saving
  /// The profile is being deleted.
  case deleting
}

/// The profile, as a view shows it.
public struct MyPageProfile: Sendable, Hashable {
  /// The name.
  public let name: String
  /// The gender in words; empty where it is unknown.
  public let gender: String
  /// The day of registration.
  public let createdAt: String
  /// Whether the profile lacks a gender that the form asks for.
  public let needsGender: Bool

  /// Creates a profile from what is shown.
  public init(name: String, gender: String, createdAt: String, needsGender: Bool = false) {
    self.name = name
    self.gender = gender
    self.createdAt = createdAt
    self.needsGender = needsGender
  }

  /// Creates the view's part of a profile.
  public init(_ profile: Profile, messages: MyPageMessages, rules: ProfileRules = ProfileRules()) {
    self.init(
      name: profile.name, gender: messages.text(for: profile.gender),
      createdAt: profile.createdAt.formatted(messages.date),
      needsGender: profile.gender == nil && !rules.genders.isEmpty)
  }
}

/// A destination outside of MyPage, for the root of the app.
public enum MyPageRoute: Sendable, Hashable {
  /// The sign-in screen: no user is signed in.
  case signIn
}
