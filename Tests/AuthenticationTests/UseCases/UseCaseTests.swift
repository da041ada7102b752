import Authentication
import Core
import Testing

/// Each use case by itself.
struct UseCaseTests {
  let repository = RecordedRepository()
  let refusing = RecordedRepository(failure: .noNetwork)

  @Test(arguments: ["taro@example.com", "  taro@example.com\n", "\u{3000}taro@example.com\t"])
  func `a login goes out without the white space around the address`(_ email: String) async throws {
    let user = try await Login(repository: repository).execute(Credentials(email: email, pass: " pass word "))
    #expect(user == .taro)
    #expect(repository.asked.values == ["login <taro@example.com> < pass word >"])
  }

  @Test(arguments: [("", "x", AuthError.invalidEmail), (" \n", "x", .invalidEmail), ("a@b.c", "", .invalidCredentials)])
  func `a login with something missing asks nobody`(_ email: String, _ pass: String, _ error: AuthError) async {
    await #expect(throws: error) {
      try await Login(repository: repository).execute(Credentials(email: email, pass: pass))
    }
    #expect(repository.asked.values == [])
  }

  @Test(arguments: [
    ("jiro", "123456", AuthError.invalidEmail), ("@example.com", "123456", .invalidEmail),
    ("jiro@example..com", "123456", .invalidEmail), ("ji ro@example.com", "123456", .invalidEmail),
    ("jiro", "1", .invalidEmail), ("jiro@example.com", "12345", .weakPassword), ("jiro@example.com", "", .weakPassword),
  ])
  func `a sign-up checks the address, then the password`(_ email: String, _ pass: String, _ error: AuthError) async {
    await #expect(throws: error) {
      try await SignUp(repository: repository).execute(Credentials(email: email, pass: pass))
    }
    #expect(repository.asked.values == [])
  }

  @Test(arguments: ["123456", "パスワード１", "👨‍👩‍👧‍👦が12345"])
  func `a password of six characters is long enough, whatever the script`(_ pass: String) async throws {
    _ = try await SignUp(repository: repository).execute(Credentials(email: " jiro@example.com ", pass: pass))
    #expect(repository.asked.values == ["signUp <jiro@example.com> <\(pass)>"])
  }

  @Test func `a provider is asked first, and its token goes to the repository`() async throws {
    let user = try await LoginWithProvider(repository: repository).execute(.google)
    #expect(user == .taro)
    #expect(repository.asked.values == ["login google <google-taro>"])
  }

  @Test(arguments: [AuthError.cancelled, .notAuthorized, .noNetwork])
  func `a provider that gives no token asks nobody else`(_ error: AuthError) async {
    await #expect(throws: error) {
      try await LoginWithProvider(repository: repository).execute(
        .facebook { () throws(AuthError) in throw error })
    }
    #expect(repository.asked.values == [])
  }

  @Test func `the others ask the repository and nothing else`() async throws {
    #expect(await RecallSession(repository: repository).execute() == .none)
    #expect(try await RestoreSession(repository: repository).execute() == .taro)
    try await Logout(repository: repository).execute()
    await EndSession(repository: repository).execute()
    #expect(repository.asked.values == ["storedSession", "restore", "logout", "endSession"])
  }

  @Test func `what the repository throws comes through`() async {
    let credentials = Credentials(email: "taro@example.com", pass: "password123")
    await #expect(throws: AuthError.noNetwork) { try await Login(repository: refusing).execute(credentials) }
    await #expect(throws: AuthError.noNetwork) { try await SignUp(repository: refusing).execute(credentials) }
    await #expect(throws: AuthError.noNetwork) { try await LoginWithProvider(repository: refusing).execute(.google) }
    await #expect(throws: AuthError.noNetwork) { try await RestoreSession(repository: refusing).execute() }
    await #expect(throws: AuthError.noNetwork) { try await Logout(repository: refusing).execute() }
  }
}
