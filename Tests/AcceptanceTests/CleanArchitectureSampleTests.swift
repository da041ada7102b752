import Authentication
import Core
import ExampleApp
import Foundation
import MyPage
import StoreExploring
import StoreTesting
import Testing

/// “CleanArchitectureを参考にしてサンプルアプリ作ってみた”: the registration of a user, and the accounts of its sample.
@MainActor
struct CleanArchitectureSampleTests {
  typealias ProfileString = KeyPath<MyPageMessages, String> & Sendable
  typealias AccountString = KeyPath<AuthMessages, String> & Sendable

  private let app = SampleApp()
  private let messages = MyPageMessages.japanese
  private let accountMessages = AuthMessages.japanese

  @Test func `The strings of CleanArchitecture are byte-equal`() {
    expectBytes([
      (messages.formTitle, "プロフィール登録"), (messages.required, "必須"), (messages.name, "名前"), (messages.gender, "性別"),
      (messages.genderChoices.joined(separator: "/"), "未選択/男/女/選ばない"), (messages.register, "登録"),
      (messages.fetch, "取得"), (messages.delete, "削除"), (messages.common.dismiss, "OK"),
      (messages.saveFailedTitle, "登録失敗"), (messages.invalidName, "2文字以上10文字以下で登録してください"),
      (messages.invalidGender, "性別を選択してください"), (messages.saveFailed, "登録に失敗しました。通信状態が良好な環境で再度お試しください。"),
      (messages.saveDoneTitle, "登録完了"), (messages.saveDone, "プロフィールを登録しました"),
      (messages.title, "あなたのプロフィール"), (messages.nameLabel, "名前："), (messages.genderLabel, "性別："),
      (messages.createdAtLabel, "登録日："), (messages.male, "男性"), (messages.female, "女性"),
      (messages.unspecified, "選ばない"), (messages.readFailedTitle, "取得失敗"),
      (messages.readFailed, "取得に失敗しました。通信状態が良好な環境で再度お試しください。"), (messages.common.retry, "やり直す"),
      (messages.deleteDoneTitle, "削除成功"), (messages.deleteDone, "プロフィールを削除しました"),
    ])
    expectBytes([
      (accountMessages.signUpFailedTitle, "登録失敗"), (accountMessages.invalidEmail, "メールアドレスの形式が間違っています"),
      (accountMessages.weakPassword, "パスワードは6文字以上で入力して下さい"),
      (accountMessages.emailAlreadyInUse, "このメールアドレスは既に登録されています"),
      (accountMessages.signUpNoNetwork, "登録に失敗しました。通信状態が良好な環境で再度お試しください"),
      (accountMessages.signUpFailed, "入力内容が正しくありません"), (accountMessages.signUpDoneTitle, "登録完了"),
      (accountMessages.signUpDone, "サインアップに成功しました！"), (accountMessages.logoutDoneTitle, "成功"),
      (accountMessages.logoutDone, "サインアウトに成功しました！"), (accountMessages.logoutFailedTitle, "失敗"),
      (accountMessages.logoutFailed, "サインアウトに失敗しました"),
    ])
  }

  // MARK: - The tests of the article

  private nonisolated static let family = "👨‍👩‍👧‍👦"

  private func draft(_ name: String, _ gender: Int = 1) throws -> ProfileDraft {
    try MyPageUseCase(repository: FakeRepository(), now: { .article }).draft(ProfileInput(name: name, gender: gender))
  }

  @Test(arguments: [
    "xx", "xxxxxxxxxx", "が太", "か\u{3099}か\u{3099}", family + family, String(repeating: family, count: 10), "👋🏽🇯🇵",
    "太 郎",
  ])
  func `nameが2文字以上10文字以下の場合`(name: String) throws {
    #expect(Array(try draft(name).name.utf8) == Array(name.utf8))
  }

  @Test(arguments: ["", "x", "か\u{3099}", family, "  ", "\u{3000}\u{3000}\u{3000}", " x ", "\n\n"])
  func `nameが2文字未満の場合`(name: String) {
    #expect(throws: MyPageError.invalidName) { try draft(name) }
  }

  @Test(arguments: ["xxxxxxxxxxx", String(repeating: family, count: 11)])
  func `nameが10文字超過の場合`(name: String) {
    #expect(throws: MyPageError.invalidName) { try draft(name) }
  }

  @Test(arguments: [1, 2, 3])
  func `genderが1から3の場合`(gender: Int) throws {
    #expect(try draft("太郎", gender).gender?.rawValue == gender)
  }

  @Test(arguments: [0, 4, -1, .max, .min])
  func `genderが0の場合と範囲外の場合`(gender: Int) {
    #expect(throws: MyPageError.invalidGender) { try draft("太郎", gender) }
    #expect(throws: MyPageError.invalidName) { try draft("太", gender) }
  }

  // MARK: - The profile

  @Test func `The form begins empty, and its choices are the codes of the genders`() {
    #expect(ProfileInput() == ProfileInput(name: "", gender: 0))
    #expect(app.myPage.genderChoices.map(\.label) == messages.genderChoices)
    #expect(app.myPage.genderChoices.map(\.code) == [0] + Gender.allCases.map(\.rawValue))
  }

  @Test(arguments: [
    (
      ProfileRules(nameLength: 1...1), [0, 1, 2, 3], ProfileInput(name: "太郎", gender: 1),
      ProfileInput(name: "太", gender: 1)
    ),
    (
      ProfileRules(genders: [.unspecified]), [0, 3], ProfileInput(name: "太郎", gender: 1),
      ProfileInput(name: "太郎", gender: 3)
    ),
    (ProfileRules(genders: []), [], ProfileInput(name: "太"), ProfileInput(name: "太郎")),
  ])
  func `The rules of the form are values`(
    rules: ProfileRules, codes: [Int], refused: ProfileInput, accepted: ProfileInput
  ) async {
    let drafts = Log<ProfileDraft>()
    let useCase = MyPageUseCase(repository: FakeRepository(drafts: drafts), rules: rules, now: { .article })
    let store = MyPageStore(useCase: useCase, messages: .japanese)
    #expect(store.genderChoices.map(\.code) == codes)
    for input in [refused, accepted] { await store.save(name: input.name, gender: input.gender) }
    let gender = Gender(rawValue: accepted.gender)
    #expect(drafts.values == [ProfileDraft(name: accepted.name, gender: gender, createdAt: .article)])
  }

  private func offers(of store: MyPageStore) -> [Bool?] {
    let content = store.state.content
    return [content?.isRegisterOffered, content?.isFetchOffered, content?.isDeleteOffered]
  }

  @Test func `A profile is sent with its exact date, flagged, announced, read by another Store, and deleted`() async {
    await app.signIn()
    let store = app.myPage
    await store.load()
    #expect(store.state == .loaded(MyPageContent()))
    #expect(offers(of: store) == [true, false, false])
    let recorder = StoreRecorder()
    recorder.record(store, \.notice) { [app] in
      app.trace.append("saved \(app.flags.isSaved(for: "user-1")), \($0.to?.title ?? "")")
    }
    await store.save(name: " 太郎\n", gender: 1)
    recorder.flush()
    #expect(app.trace.values.suffix(2) == ["PUT /v1/profile", "saved true, \(messages.saveDoneTitle)"])
    #expect(app.bodies.last == #"{"createdAt":1646746371.3128781,"gender":1,"name":"太郎","uid":"user-1"}"#)
    let profile = MyPageProfile(name: "太郎", gender: messages.male, createdAt: "2022年3月8日")
    let saved = MyPageState.loaded(MyPageContent(profile: profile))
    #expect(store.state == saved)
    let other = MyPageStore(
      client: FakeAPIClient(backend: app.backend), session: app.session, flags: app.flags, messages: .japanese)
    await other.load()
    #expect(other.state == saved)
    #expect(offers(of: other) == [false, true, true])
    await other.deleteProfile()
    #expect(
      other.notice == Notice(title: messages.deleteDoneTitle, text: messages.deleteDone, button: "OK", kind: .success))
    #expect((other.state, app.flags.isSaved(for: "user-1")) == (.loaded(MyPageContent()), false))
    await store.load()
    #expect(store.state == .loaded(MyPageContent()))
  }

  nonisolated static let registrations:
    [(name: String, gender: Int, outcome: FakeOutcome, title: ProfileString, text: ProfileString)] = [
      ("太郎", 1, .answer, \.saveDoneTitle, \.saveDone), ("太", 1, .answer, \.saveFailedTitle, \.invalidName),
      ("太", 0, .answer, \.saveFailedTitle, \.invalidName), ("太郎", 0, .answer, \.saveFailedTitle, \.invalidGender),
      ("太郎", 1, .fail(.offline), \.saveFailedTitle, \.saveFailed),
      ("太郎", 1, .status(500), \.saveFailedTitle, \.saveFailed), ("太郎", 1, .malformed, \.saveFailedTitle, \.saveFailed),
    ]

  @Test(arguments: registrations, [false, true])
  func `A registration needs no read, ends with one alert, and sends only what is valid`(
    example: (name: String, gender: Int, outcome: FakeOutcome, title: ProfileString, text: ProfileString),
    hasReadFailed: Bool
  ) async throws {
    await app.signIn()
    try app.backend.fail(.put, "/v1/profile", with: example.outcome)
    let store = app.myPage
    if hasReadFailed {
      try app.backend.fail(.get, "/v1/profile", with: .fail(.offline))
      await store.load()
      store.dismissNotice()
      #expect(store.isRegisterOffered)
    }
    let kind: Notice.Kind =
      switch example.text {
      case \.saveDone: .success
      case \.invalidName: .invalidInput(field: "name")
      case \.invalidGender: .invalidInput(field: "gender")
      default: .failure
      }
    let alert = Notice(
      title: messages[keyPath: example.title], text: messages[keyPath: example.text], button: "OK", kind: kind)
    let notices = Recorded(store, \.notice)
    await store.save(name: example.name, gender: example.gender)
    #expect(notices.values == [nil, alert])
    let isSent = example.text == \.saveDone || example.text == \.saveFailed
    #expect(app.trace.values.contains("PUT /v1/profile") == isSent)
    #expect(app.flags.isSaved(for: "user-1") == (example.text == \.saveDone))
    let forms = Recorded(store, \.state.content?.form)
    for _ in 1...2 { store.dismissNotice() }
    #expect(store.notice == nil)
    let form = example.text == \.saveDone ? ProfileInput() : ProfileInput(name: example.name, gender: example.gender)
    #expect(forms.values == [form] + (example.text == \.invalidName ? [ProfileInput(gender: example.gender)] : []))
    #expect(store.state.content?.activity == .idle)
  }

  @Test func `A failed read offers to try again, and keeps what is shown`() async throws {
    await app.signIn()
    let alert = Notice(
      title: messages.readFailedTitle, text: messages.readFailed, button: messages.common.retry, action: .retry)
    let (failed, loaded) = (MyPageState.error(messages.readFailed), MyPageState.loaded(MyPageContent()))
    let states: [MyPageState] = [.idle, .loading, failed, .loading, failed, .loading, loaded]
    try await expectStates(of: app.myPage, \.state, states, and: \.notice, [nil, alert, nil, alert, nil, alert]) {
      for failures in [2, 0, 1] {
        if failures > 0 { try app.backend.fail(.get, "/v1/profile", with: .fail(.offline), times: failures) }
        for _ in 1...max(1, failures) {
          app.myPage.dismissNotice()
          await app.myPage.load()
        }
      }
    }
  }

  @Test(
    arguments: [
      ("1", \MyPageMessages.male), ("2", \MyPageMessages.female), ("3", \MyPageMessages.unspecified), ("0", nil),
      ("9", nil), ("null", nil),
    ] as [(String, ProfileString?)])
  func `A profile shows its gender in words and the day in Tokyo; the form asks for an unknown gender`(
    code: String, gender: ProfileString?
  ) async throws {
    await app.signIn()
    let body = #"{"createdAt":1646746371.3128781,"gender":\#(code),"name":"太郎","uid":"user-1"}"#
    let headers: HTTPHeaders = ["Content-Type": "application/json"]
    let response = HTTPResponse(status: 200, headers: headers, body: Data(body.utf8))
    try app.backend.fail(.get, "/v1/profile", with: .respond(response))
    await app.myPage.load()
    let content = try #require(app.myPage.state.content)
    let text = gender.map { messages[keyPath: $0] } ?? ""
    let shown = MyPageProfile(name: "太郎", gender: text, createdAt: "2022年3月8日", needsGender: gender == nil)
    #expect(content.profile == shown)
    #expect(offers(of: app.myPage) == [gender == nil, true, true])
    #expect(content.form == ProfileInput(name: gender == nil ? "太郎" : ""))
  }

  @Test(arguments: [(nil, "2022年3月8日"), (TimeZone(identifier: "Pacific/Kiritimati"), "2022年3月9日")])
  func `The example app shows the day of registration in Tokyo, or in the zone that it passes`(
    zone: TimeZone?, day: String
  ) async {
    let environment = AppEnvironment(
      client: FakeAPIClient(), storages: .inMemory(), language: .japanese, timeZone: zone, now: { .article })
    let root = AppRoot(environment)
    await root.auth.login(email: "taro@example.com", pass: "password123")
    await root.myPage.save(name: "太郎", gender: 1)
    #expect(root.myPage.state.content?.profile?.createdAt == day)
  }

  private struct FakeRepository: MyPageRepository {
    var drafts = Log<ProfileDraft>()

    func profile() throws(MyPageError) -> Profile? { nil }
    func save(_ draft: ProfileDraft) throws(MyPageError) -> Profile {
      drafts.append(draft)
      throw .invalidGender
    }
    func deleteProfile() throws(MyPageError) {}
  }

  @Test func `A fake takes the place of the repository, and its error passes through`() async {
    let store = MyPageStore(useCase: MyPageUseCase(repository: FakeRepository()), messages: .japanese)
    await store.load()
    #expect(store.state == .loaded(MyPageContent()))
    await store.save(name: "太郎", gender: 1)
    #expect(store.notice?.text == messages.invalidGender)
  }

  @Test func `Two built Stores share no state`() async {
    await app.signIn()
    let other = SampleApp()
    await other.signIn()
    await app.myPage.save(name: "太郎", gender: 1)
    #expect(other.myPage.state == .idle)
    await other.myPage.load()
    #expect(other.myPage.state == .loaded(MyPageContent()))
  }

  // MARK: - The accounts of the sample

  @Test(
    arguments: [
      ("jiro", "123456", .answer, \.invalidEmail), ("jiro@example.com", "12345", .answer, \.weakPassword),
      ("taro@example.com", "123456", .answer, \.emailAlreadyInUse),
      ("jiro@example.com", "123456", .fail(.offline), \.signUpNoNetwork),
      ("jiro@example.com", "123456", .status(500), \.signUpFailed),
      ("jiro@example.com", "123456", .answer, \.signUpDone),
    ] as [(String, String, FakeOutcome, AccountString)])
  func `A sign-up has a message for each outcome`(
    email: String, pass: String, outcome: FakeOutcome, message: AccountString
  ) async throws {
    try app.backend.fail(.post, "/v1/signup", with: outcome)
    let text = accountMessages[keyPath: message]
    let isDone = message == \.signUpDone
    let end = isDone ? AuthState.signedIn(user: AuthenticatedUser(name: "jiro")) : .error(text)
    let done = Notice(title: accountMessages.signUpDoneTitle, text: text, button: "OK", kind: .success)
    await expectStates(
      of: app.auth, \.state, [.signedOut, .loading, end], and: \.notice, isDone ? [nil, done] : [nil]
    ) {
      await app.auth.signUp(email: email, pass: pass)
    }
    #expect(app.auth.errorTitle == (isDone ? nil : accountMessages.signUpFailedTitle))
    #expect(app.trace.values.contains("route signedIn") == isDone)
    #expect((app.session.current != nil) == isDone)
    #expect(app.failures.values.map { accountMessages.text(for: $0, doing: .signUp) } == (isDone ? [] : [text]))
    if isDone { #expect(app.bodies == [#"{"email":"jiro@example.com","pass":"123456"}"#]) }
  }

  @Test func `The title of a failed sign-up stands over no other error`() async throws {
    let deny = { (error: AuthError) in IdentityProvider.google { () async throws(AuthError) in throw error } }
    let others: [@MainActor (AuthStore) async throws -> Void] = [
      { await $0.login(email: "", pass: "") }, { await $0.login(with: deny(.notAuthorized)) }, { $0.showSignIn() },
      { store in
        await app.signIn()
        store.sessionEnded()
      },
    ]
    for other in others {
      await app.auth.signUp(email: "", pass: "")
      await app.auth.login(with: deny(.cancelled))
      #expect(app.auth.errorTitle == accountMessages.signUpFailedTitle)
      try await other(app.auth)
      #expect(app.auth.errorTitle == nil)
    }
  }

  @Test func `A stored session shows the user's name, and without one no user is signed in`() async {
    await app.auth.restore()
    #expect(app.auth.state == .signedOut)
    await app.signIn()
    let next = app.relaunched()
    await next.auth.restore()
    #expect(next.auth.state == .taro)
    #expect(next.session.current?.user.id == "user-1")
    #expect(next.session.current?.user.email == "taro@example.com")
  }

  @Test func `The root leads to the profile with a session, to sign-up without, and a link clears an error`() async {
    let environment = AppEnvironment(client: FakeAPIClient(), storages: .inMemory(), language: .japanese)
    let root = AppRoot(environment)
    var screens = [root.screen]
    func show(_ action: () async -> Void) async {
      await action()
      screens.append(root.screen)
    }
    await show { await root.launch() }
    await show { await root.auth.signUp(email: "x", pass: "") }
    await show { await root.open(.signIn) }
    #expect(root.auth.state == .signedOut)
    await show { await root.open(.signUp) }
    await show { await root.auth.signUp(email: "jiro@example.com", pass: "123456") }
    let relaunched = AppRoot(environment)
    await relaunched.launch()
    #expect(relaunched.screen == .home(.myPage))
    root.show(.timeline)
    await show { await root.auth.logout() }
    await show { await root.auth.login(email: "jiro@example.com", pass: "123456") }
    let logins: [AppScreen] = [.login(.signUp), .login(.signUp), .login(.signIn), .login(.signUp)]
    #expect(screens == [.launch] + logins + [.home(.myPage), .login(.signIn), .home(.myPage)])
  }
}
