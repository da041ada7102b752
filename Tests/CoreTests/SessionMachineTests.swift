import TestSupport
import Testing

@testable import Core

/// What a session decides, one promise a row.
struct SessionMachineTests {
  typealias Event = SessionMachine.Event
  typealias Effect = SessionMachine.Effect

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let machine: SessionMachine
    let event: Event
    let effects: [Effect]
    /// The session afterwards, and whether its refresh is idle; `nil` where the phase stays.
    let phase: SessionMachine.Phase?
    let isNewGeneration: Bool

    init(
      _ promise: String, _ machine: SessionMachine, _ event: Event, _ effects: [Effect] = [],
      then phase: SessionMachine.Phase? = nil, isNewGeneration: Bool = false
    ) {
      (testDescription, self.machine, self.event) = (promise, machine, event)
      (self.effects, self.phase, self.isNewGeneration) = (effects, phase, isNewGeneration)
    }
  }

  @Test(arguments: signIns + restores + renewals + refreshes + answers + deletions)
  func `An event changes the session and has effects`(_ row: Row) {
    var machine = row.machine
    #expect(machine.handle(row.event) == row.effects)
    #expect(machine.phase == row.phase ?? row.machine.phase)
    #expect((machine.generation != row.machine.generation) == row.isNewGeneration)
    if row.isNewGeneration { #expect(machine.attempt != row.machine.attempt) }
  }

  @Test func `One notification stands for all changes of the user before it`() {
    var machine = SessionMachine.open.after(.accountDeleted(.taro)).signed(in: .hanako)
    let notifications = (1...2).map { _ in machine.takeUserChange() }
    #expect(notifications == [true, false])
  }

  private static let signIns = [
    Row("A sign-in that begins changes nothing but the attempt", .open, .signInBegan),
    Row(
      "A sign-in opens its session", .signedOut, .signIn(.rotating, .signedOut), [.notifyUserChange, .write(.open)],
      then: .signedIn(.rotating, .idle), isNewGeneration: true),
    Row(
      "A sign-in of the user who is signed in is no change of the user", .open, .signIn(.rotated, .open),
      [.write(.open)], then: .signedIn(.rotated, .idle), isNewGeneration: true),
    Row(
      "A sign-in that another sign-in overtakes is closed", .signedOut.after(.signInBegan),
      .signIn(.hanako, .signedOut), [.closeOvertaken(.hanako)]),
    Row(
      "A sign-in that a sign-out overtakes is closed", .signedOut.after(.signedOut), .signIn(.hanako, .signedOut),
      [.closeOvertaken(.hanako)]),
    Row(
      "A sign-in that a user of another process overtakes is closed", .open.after(.compared(.hanako)),
      .signIn(.rotated, .open), [.closeOvertaken(.rotated)]),
    Row(
      "A sign-out closes the session, and then what is saved of the user", .open, .signedOut,
      [.notifyUserChange, .write(.remove("user-1"))], then: .signedOut, isNewGeneration: true),
    Row(
      "A sign-out closes the session of a renamed user under both identifiers, until the new one is saved", .renaming,
      .signedOut, [.notifyUserChange, .write(.remove("jiro")), .write(.remove("user-1"))], then: .signedOut,
      isNewGeneration: true),
    Row(
      "A sign-out closes the session of a renamed user under the new identifier once that is saved",
      .renaming.after(.written(SessionMachine.renew, .success(.rotating.with(.moved)))), .signedOut,
      [.notifyUserChange, .write(.remove("jiro"))], then: .signedOut, isNewGeneration: true),
    Row(
      "A sign-out without a user overtakes what is in progress", .signedOut, .signedOut, [.write(.remove(nil))],
      isNewGeneration: true),
    Row(
      "A sign-in that could not be saved is reported", .open, .written(.open, .failure(.full)),
      [.notifyStorageFailure(.full)]),
    Row(
      "A sign-out that could not be saved is reported", .open.after(.signedOut),
      .written(.remove("user-1"), .failure(.full)), [.notifyStorageFailure(.full)]),
  ]

  private static let restores = [
    Row(
      "A restore opens what is saved, in the same generation", .signedOut, .read(.rotating, .signedOut),
      [.notifyUserChange], then: .signedIn(.rotating, .idle)),
    Row("A restore of an empty storage opens nothing", .signedOut, .read(nil, .signedOut)),
    Row("A restore does not replace an open session", .open, .read(.hanako, .open)),
    Row(
      "A restore that a sign-in overtakes opens nothing", .signedOut.after(.signInBegan), .read(.rotating, .signedOut)),
    Row(
      "A restore that a sign-out overtakes opens nothing", .signedOut.after(.signedOut), .read(.rotating, .signedOut)),
    Row(
      "A restore of a session whose end could not be saved removes it", .unsavedSignOut,
      .read(.rotating, .unsavedSignOut), [.write(SessionMachine.retryOfSignOut)]),
    Row(
      "A restore after such an end opens what another process has saved", .unsavedSignOut,
      .read(.hanako, .unsavedSignOut), [.notifyUserChange], then: .signedIn(.hanako, .idle)),
    Row(
      "A removal that fails again is not reported again", .unsavedSignOut,
      .written(SessionMachine.retryOfSignOut, .failure(.full))),
    Row(
      "A restore saves a session that could not be saved", .unsaved, .read(nil, .unsaved),
      [.write(SessionMachine.retry)]),
    Row(
      "A restore saves a change that could not be saved", .unsavedRenewal, .read(.rotating, .open),
      [.write(.update(.retry, SessionMachine.open.generation))]),
  ]

  private static let renewed = StoredSession(user: .renamed, accessToken: nil)

  private static let renewals = [
    Row(
      "A renewal replaces the user and keeps tokens that it lacks", .open, .renewal(renewed),
      [.write(SessionMachine.renew)], then: .signedIn(StoredSession.rotating.with(.renamed), .idle)),
    Row(
      "A renewal replaces the tokens", .open, .renewal(.rotated), [.write(SessionMachine.renew)],
      then: .signedIn(.rotated, .idle)),
    Row("A renewal that changes nothing is not saved", .open, .renewal(.rotating)),
    Row(
      "A renewal may change the identifier of its user, which is no change of the user", .open,
      .renewal(StoredSession(user: .moved, accessToken: nil)), [.write(SessionMachine.renew)],
      then: .signedIn(StoredSession.rotating.with(.moved), .idle)),
    Row(
      "A renewal that changes the identifier adopts tokens that another process has got meanwhile", .renaming,
      .written(SessionMachine.renew, .success(.rotated)), then: .signedIn(.rotated.with(.moved), .idle)),
    Row(
      "A renewal that changes the identifier adopts the next user of another process", .renaming,
      .written(SessionMachine.renew, .success(.hanako)), [.notifyUserChange], then: .signedIn(.hanako, .idle),
      isNewGeneration: true),
    Row(
      "A renewal of another user changes nothing", .open,
      .renewed(.hanako, of: "user-2", SessionMachine.open.generation)),
    Row(
      "A renewal of an earlier sign-in changes nothing", .open,
      .renewed(.rotated, of: "user-1", SessionMachine.signedOut.generation)),
    Row(
      "A renewal without a user changes nothing", .signedOut,
      .renewed(.rotating, of: "user-1", SessionMachine.signedOut.generation)),
    Row(
      "A renewal leaves a refresh running", .refreshing, .renewal(.rotating.with(.renamed)),
      [.write(SessionMachine.renew)], then: .signedIn(StoredSession.rotating.with(.renamed), .late)),
    Row(
      "A renewal that is saved takes no step of a refresh", .refreshing,
      .written(SessionMachine.renew, .success(.rotating))),
    Row(
      "A renewal that could not be saved is reported, and goes on in memory", .open,
      .written(SessionMachine.renew, .failure(.full)), [.notifyStorageFailure(.full)]),
  ]

  private static let refreshes = [
    Row(
      "A refused token is first compared with what is saved", .open, .refusal(of: Secret("a")),
      [.write(SessionMachine.beginning)], then: .signedIn(.rotating, .late)),
    Row("A second refusal joins the refresh", .refreshing, .refusal(of: Secret("a")), [.joinRefresh]),
    Row(
      "A refusal makes the early refresh that it joins a late one", .refreshingEarly, .refusal(of: Secret("a")),
      [.joinRefresh], then: .signedIn(.rotating, .late)),
    Row(
      "A token that is due leaves the refresh that it joins a late one", .refreshing,
      .refusal(of: Secret("a"), isEarly: true), [.joinRefresh]),
    Row("A token that is no longer the current one is not refreshed", .open, .refusal(of: Secret("earlier"))),
    Row(
      "A token of an earlier sign-in is not refreshed", .open,
      .tokenRefused(Secret("a"), isEarly: false, key: .key, SessionMachine.signedOut.generation)),
    Row(
      "A refresh token that was refused early is not tried early again", .refusedEarly,
      .refusal(of: Secret("a"), isEarly: true)),
    Row(
      "A refusal of the access token tries it once more", .refusedEarly, .refusal(of: Secret("a")),
      [.write(SessionMachine.beginning)], then: .signedIn(.rotating, .late)),
    Row(
      "After new tokens an early refresh is tried again", .refusedEarly.after(.renewal(.rotated)),
      .refusal(of: Secret("b"), isEarly: true), [.write(SessionMachine.beginning)],
      then: .signedIn(.rotated, .running(for: Secret("b"), isEarly: true))),
    Row(
      "What is saved is the refused session: its refresh token is exchanged", .refreshing, .compared(.rotating),
      [.exchange(Secret("r"), key: .key, of: .taro, SessionMachine.open.generation)]),
    Row(
      "A storage that cannot be compared is not reported, and the refresh goes on", .refreshing,
      .written(SessionMachine.beginning, .failure(.full)),
      [.exchange(Secret("r"), key: .key, of: .taro, SessionMachine.open.generation)]),
    Row(
      "Tokens that another process has got are adopted", .refreshing, .compared(.rotated),
      then: .signedIn(.rotated, .idle)),
    Row(
      "Adopted tokens leave the user as last known", .refreshing.after(.renewal(.rotating.with(.renamed))),
      .compared(.rotated), then: .signedIn(.rotated.with(.renamed), .idle)),
    Row(
      "A user whom another process has signed in is adopted", .refreshing, .compared(.hanako), [.notifyUserChange],
      then: .signedIn(.hanako, .idle), isNewGeneration: true),
    Row(
      "A sign-out of another process is adopted", .refreshing, .compared(nil), [.notifyUserChange], then: .signedOut,
      isNewGeneration: true),
    Row("What is compared for an earlier sign-in changes nothing", .reopened, .compared(nil)),
    Row(
      "Without a refresh token a refusal ends the session", .cookie.after(.refusal(of: nil, .cookie)),
      .written(.update(.begin(key: .key), SessionMachine.cookie.generation), .success(.cookie)),
      [.write(.update(.end, SessionMachine.cookie.generation))]),
    Row(
      "Without a refresh token a session that is due stays", .cookie.after(.refusal(of: nil, isEarly: true, .cookie)),
      .written(.update(.begin(key: .key), SessionMachine.cookie.generation), .success(.cookie)),
      then: .signedIn(.cookie, .idle)),
  ]

  private static func answer(
    _ result: Result<SessionTokens, SessionRefreshError>, of machine: SessionMachine = .open
  ) -> Event {
    .refreshAnswered(result, of: .taro, machine.generation)
  }

  private static func refused(_ reason: String) -> [Effect] {
    [.answerRefresh(.failure(.decodingFailed(reason: reason)))]
  }

  private static let unusable = refused("The server answered with unusable tokens, or those of another user.")

  private static let answers = [
    Row(
      "New tokens are saved before they are used", .refreshing, answer(.success(.new)),
      [.write(SessionMachine.renewTokens)]),
    Row(
      "Saved tokens are used, and the calls that wait are answered", .refreshing,
      .written(SessionMachine.renewTokens, .success(.rotated)), [.answerRefresh(.success(true))],
      then: .signedIn(.rotated, .idle)),
    Row(
      "Tokens that could not be saved are reported and used", .refreshing,
      .written(SessionMachine.renewTokens, .failure(.full)),
      [.notifyStorageFailure(.full), .answerRefresh(.success(true))], then: .signedIn(.rotated, .idle)),
    Row(
      "A refresh token that stays valid is kept", .refreshing,
      .written(
        .update(.tokens(SessionTokens(accessToken: Secret("b"), refreshToken: nil)), SessionMachine.open.generation),
        .failure(.full)),
      [.notifyStorageFailure(.full), .answerRefresh(.success(true))],
      then: .signedIn(StoredSession(user: .taro, accessToken: Secret("b"), refreshToken: Secret("r")), .idle)),
    Row(
      "Tokens of another user are refused", .refreshing,
      answer(.success(SessionTokens(accessToken: Secret("b"), refreshToken: nil, userID: "user-2"))), unusable,
      then: .signedIn(.rotating, .idle)),
    Row(
      "Tokens that no request can carry are refused", .refreshing,
      answer(.success(SessionTokens(accessToken: Secret(""), refreshToken: nil))), unusable,
      then: .signedIn(.rotating, .idle)),
    Row(
      "A refusal ends the session, first what is saved", .refreshing, answer(.failure(.refused)),
      [.write(SessionMachine.end)]),
    Row(
      "A session whose end is saved is over", .refreshing, .written(SessionMachine.end, .success(nil)),
      [.notifyUserChange], then: .signedOut, isNewGeneration: true),
    Row(
      "A session whose end could not be saved is over and that is reported", .refreshing,
      .written(SessionMachine.end, .failure(.full)), [.notifyUserChange, .notifyStorageFailure(.full)],
      then: .signedOut, isNewGeneration: true),
    Row(
      "A refused session that another process has refreshed stays", .refreshing,
      .written(SessionMachine.end, .success(.rotated)), then: .signedIn(.rotated, .idle)),
    Row(
      "A refusal of tokens that a renewal has replaced meanwhile ends nothing", .refreshing.after(.renewal(.rotated)),
      answer(.failure(.refused)), then: .signedIn(.rotated, .idle)),
    Row(
      "A refusal before the access token is refused ends nothing", .refreshingEarly, answer(.failure(.refused)),
      then: .signedIn(.rotating, .refusedEarly(Secret("r")))),
    Row(
      "A refusal of the access token itself, where that is exchanged, ends the session",
      .exchanging.after(.refusal(of: Secret("a"), isEarly: true, .exchanging)),
      answer(.failure(.refused), of: .exchanging), [.write(.update(.end, SessionMachine.exchanging.generation))]),
    Row(
      "A server that is not reached changes nothing", .refreshing, answer(.failure(.failed(.requestFailed(.offline)))),
      [.answerRefresh(.failure(.requestFailed(.offline)))], then: .signedIn(.rotating, .idle)),
    Row(
      "A status has no meaning to the call, which did not cause it", .refreshing,
      answer(.failure(.failed(.invalidResponse(InvalidResponse(statusCode: 404))))),
      refused("The server answered 404 instead of new tokens."), then: .signedIn(.rotating, .idle)),
    Row("Tokens of an earlier sign-in change nothing", .reopened, answer(.success(.new))),
    Row("A refusal of an earlier sign-in changes nothing", .reopened, answer(.failure(.refused))),
  ]

  private static let deletions = [
    Row(
      "A deleted account ends the session, and its data goes before what is saved", .open, .accountDeleted(.taro),
      [.removeData(of: .taro), .notifyUserChange], then: .signedOut, isNewGeneration: true),
    Row(
      "The end of a user who is not the current one leaves the session", .open, .accountDeleted(.hanako),
      [.removeData(of: .hanako)]),
    Row(
      "The end of a user without a session removes the data", .signedOut, .accountDeleted(.taro),
      [.removeData(of: .taro)]),
    Row(
      "A refresh that says so ends the session", .refreshingEarly, answer(.failure(.accountDeleted)),
      [.removeData(of: .taro), .notifyUserChange], then: .signedOut, isNewGeneration: true),
    Row(
      "A refresh that says so ends the session of a user who was renamed meanwhile",
      .refreshing.after(.renewal(StoredSession(user: .moved, accessToken: nil))), answer(.failure(.accountDeleted)),
      [.removeData(of: .moved), .notifyUserChange], then: .signedOut, isNewGeneration: true),
    Row(
      "A refresh of an earlier sign-in that says so leaves the next user",
      .refreshing.after(.signedOut).signed(in: .hanako), answer(.failure(.accountDeleted)), [.removeData(of: .taro)]),
    Row(
      "When its data is gone, what is saved of the user is removed", .open.after(.accountDeleted(.taro)),
      .dataRemoved(.taro, isComplete: true), [.write(.remove("user-1"))]),
    Row(
      "While data remains, what is saved stays for the next launch", .open.after(.accountDeleted(.taro)),
      .dataRemoved(.taro, isComplete: false)),
    Row(
      "Data that remains is removed before another user opens a session", .undeleted, .signIn(.hanako, .undeleted),
      [.notifyUserChange, .removeData(of: .taro), .write(.open)], then: .signedIn(.hanako, .idle),
      isNewGeneration: true),
    Row(
      "Data that is gone is not removed again", .undeleted.after(.dataRemoved(.taro, isComplete: true)),
      .signIn(.hanako, .undeleted), [.notifyUserChange, .write(.open)], then: .signedIn(.hanako, .idle),
      isNewGeneration: true),
    Row(
      "The data of one user does not count for another", .undeleted.after(.dataRemoved(.hanako, isComplete: true)),
      .signIn(.hanako, .undeleted), [.notifyUserChange, .removeData(of: .taro), .write(.open)],
      then: .signedIn(.hanako, .idle), isNewGeneration: true),
  ]

  struct Content: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let machine: SessionMachine
    let write: SessionMachine.Write
    let stored: StoredSession?
    let content: StoredSession?

    init(
      _ promise: String, _ machine: SessionMachine, _ write: SessionMachine.Write, over stored: StoredSession?,
      saves content: StoredSession?
    ) {
      (testDescription, self.machine, self.write) = (promise, machine, write)
      (self.stored, self.content) = (stored, content)
    }
  }

  @Test(arguments: contents)
  func `A write saves what the session is at its turn, and removes only what is its own`(_ row: Content) {
    #expect(row.machine.content(of: row.write, over: row.stored) == row.content)
  }

  @Test func `The key of a refresh is saved with its tokens, and with no others`() {
    var saved = StoredSession.rotating
    saved.refreshKey = Secret("of an earlier process")
    let (open, renewed) = (SessionMachine.open, SessionMachine.open.after(.renewal(.rotated)))
    #expect(open.content(of: SessionMachine.beginning, over: .rotating)?.refreshKey == .key)
    #expect(open.content(of: SessionMachine.beginning, over: saved)?.refreshKey == saved.refreshKey)
    #expect(open.content(of: SessionMachine.renew, over: saved)?.refreshKey == saved.refreshKey)
    #expect(renewed.content(of: SessionMachine.renew, over: saved)?.refreshKey == nil)
    #expect(open.content(of: SessionMachine.renewTokens, over: saved)?.refreshKey == nil)
    #expect(SessionMachine.cookie.content(of: .open, over: nil)?.refreshKey == nil)
  }

  private static let contents = [
    Content("A sign-in replaces what is saved", .open, .open, over: .hanako, saves: .rotating),
    Content(
      "A sign-in that was signed out before its turn saves nothing", .open.after(.signedOut), .open, over: .hanako,
      saves: .hanako),
    Content("A sign-out removes its session", .signedOutAfterOpen, .remove("user-1"), over: .rotating, saves: nil),
    Content(
      "A sign-out removes tokens of its user from another process", .signedOutAfterOpen, .remove("user-1"),
      over: .rotated, saves: nil),
    Content(
      "A sign-out leaves a user of another process", .signedOutAfterOpen, .remove("user-1"), over: .hanako,
      saves: .hanako),
    Content(
      "A sign-out whose turn comes after the next sign-in saves that", .reopened, .remove("user-1"), over: .rotating,
      saves: .rotated),
    Content(
      "A sign-out without a restore removes what an earlier launch has saved", .signedOut, .remove(nil), over: .hanako,
      saves: nil),
    Content(
      "A sign-out after an empty restore leaves a user of another process", .emptyRestore, .remove(nil), over: .hanako,
      saves: .hanako),
    Content(
      "A sign-out of a sign-in that was not saved leaves what an earlier launch has saved of another user",
      .unsaved.after(.signedOut), .remove("user-1"), over: .hanako, saves: .hanako),
    Content(
      "The next sign-out removes what an earlier one could not", .unsavedSignOut.signed(in: .hanako, saving: nil),
      .remove("user-2"), over: .rotating, saves: .hanako),
    Content(
      "The next sign-out removes what an earlier one could not, when no user is left",
      .unsavedSignOut.signed(in: .hanako, saving: .failure(.full)).after(.signedOut), .remove("user-2"),
      over: .rotating, saves: nil),
    Content(
      "What could not be removed is removed", .unsavedSignOut, SessionMachine.retryOfSignOut, over: .rotating,
      saves: nil),
    Content(
      "What another process has saved since is not removed", .unsavedSignOut, SessionMachine.retryOfSignOut,
      over: .hanako, saves: .hanako),
    Content(
      "A removal leaves what it could not remove to the sign-in that came before its turn",
      .unsavedSignOut.signed(in: .hanako, saving: nil), SessionMachine.retryOfSignOut, over: .rotating,
      saves: .rotating),
    Content(
      "What could not be saved is saved", .unsavedRenewal, .update(.retry, SessionMachine.open.generation),
      over: .rotating, saves: .rotating.with(.renamed)),
    Content(
      "What could not be saved does not replace what another process has saved since", .unsavedRenewal,
      .update(.retry, SessionMachine.open.generation), over: .rotated, saves: .rotated),
    Content("A renewal is saved", .open, SessionMachine.renew, over: .rotating, saves: .rotating),
    Content(
      "A renewal leaves what another process has saved", .open, SessionMachine.renew, over: .rotated, saves: .rotated),
    Content("A renewal leaves a sign-out of another process", .open, SessionMachine.renew, over: nil, saves: nil),
    Content(
      "A renewal of an earlier sign-in leaves the next one", .reopened, SessionMachine.renew, over: .hanako,
      saves: .hanako),
    Content(
      "New tokens are saved with the user as last known", .refreshing.after(.renewal(.rotating.with(.renamed))),
      SessionMachine.renewTokens, over: .rotating, saves: .rotated.with(.renamed)),
    Content(
      "New tokens leave those that another process has saved", .refreshing, SessionMachine.renewTokens, over: .hanako,
      saves: .hanako),
    Content("The end of a session removes it", .refreshing, SessionMachine.end, over: .rotating, saves: nil),
    Content(
      "The end of a session leaves what another process has saved", .refreshing, SessionMachine.end, over: .rotated,
      saves: .rotated),
    Content(
      "What an earlier launch has saved is no other process’s, where a sign-in could not replace it", .unsaved,
      SessionMachine.retry, over: .hanako, saves: .rotating),
    Content(
      "What a failed write has left is no other process’s", .open.after(.written(.open, .failure(.full))),
      SessionMachine.renew, over: .rotating, saves: .rotating),
  ]
}

extension SessionMachine {
  fileprivate static let signedOut = SessionMachine()
  /// 太郎 is signed in, and saved.
  fileprivate static let open = signedOut.signed(in: .rotating)
  fileprivate static let refreshing = open.after(.refusal(of: Secret("a")))
  fileprivate static let refreshingEarly = open.after(.refusal(of: Secret("a"), isEarly: true))
  fileprivate static let refusedEarly =
    refreshingEarly.after(.refreshAnswered(.failure(.refused), of: .taro, open.generation))
  fileprivate static let cookie = signedOut.signed(in: .cookie)
  /// The access token is the refresh token too.
  fileprivate static let exchanging = signedOut.signed(
    in: StoredSession(user: .taro, accessToken: Secret("a"), refreshToken: Secret("a")))
  fileprivate static let signedOutAfterOpen = open.after(.signedOut)
  fileprivate static let unsavedSignOut = signedOutAfterOpen.after(.written(.remove("user-1"), .failure(.full)))
  /// The same user has signed out and in again while tokens were refreshed.
  fileprivate static let reopened = refreshing.after(.signedOut).signed(in: .rotated)
  fileprivate static let emptyRestore = signedOut.after(.storageRead(nil, attempt: signedOut.attempt))
  fileprivate static let undeleted = open.after(.accountDeleted(.taro), .dataRemoved(.taro, isComplete: false))

  fileprivate static let unsaved = signedOut.signed(in: .rotating, saving: .failure(.full))
  fileprivate static let unsavedRenewal = open.after(
    .renewal(.rotating.with(.renamed)), .written(renew, .failure(.full)))
  fileprivate static let renaming = open.after(
    .renewal(StoredSession(user: .moved, accessToken: nil)))

  fileprivate static let beginning = Write.update(.begin(key: .key), open.generation)
  fileprivate static let renew = Write.update(.renew(of: "user-1"), open.generation)
  fileprivate static let retry = Write.update(.retry, unsaved.generation)
  fileprivate static let renewTokens = Write.update(.tokens(.new), open.generation)
  fileprivate static let end = Write.update(.end, open.generation)
  fileprivate static let retryOfSignOut = Write.update(.retry, unsavedSignOut.generation)

  fileprivate func after(_ events: Event...) -> SessionMachine {
    var machine = self
    for event in events { _ = machine.handle(event) }
    return machine
  }

  /// After a sign-in that was saved, or whose write had another result; `nil` before the write.
  fileprivate func signed(
    in session: StoredSession, saving result: Result<StoredSession?, SessionStorageError>? = .success(.rotating)
  ) -> SessionMachine {
    let opened = after(.signInAnswered(session, attempt: attempt))
    switch result {
    case nil: return opened
    case .success: return opened.after(.written(.open, .success(session)))
    case .failure(let error): return opened.after(.written(.open, .failure(error)))
    }
  }
}

extension SessionMachine.Event {
  fileprivate static func refusal(of token: Secret?, isEarly: Bool = false, _ machine: SessionMachine = .open) -> Self {
    .tokenRefused(token, isEarly: isEarly, key: .key, machine.generation)
  }

  fileprivate static func renewal(_ session: StoredSession) -> Self {
    .renewed(session, of: "user-1", SessionMachine.open.generation)
  }

  /// The answer to a sign-in that began in this state.
  fileprivate static func signIn(_ session: StoredSession, _ began: SessionMachine) -> Self {
    .signInAnswered(session, attempt: began.attempt)
  }

  /// What a storage answers to a restore that began in this state.
  fileprivate static func read(_ session: StoredSession?, _ began: SessionMachine) -> Self {
    .storageRead(session, attempt: began.attempt)
  }

  fileprivate static func compared(_ stored: StoredSession?) -> Self {
    .written(SessionMachine.beginning, .success(stored))
  }
}

extension Secret {
  fileprivate static let key = Secret("key")
}

extension SessionMachine.Refresh {
  fileprivate static let late = Self.running(for: Secret("a"), isEarly: false)
}

extension SessionStorageError {
  fileprivate static let full = SessionStorageError.notWritten(reason: "full")
}

extension SessionTokens {
  fileprivate static let new = SessionTokens(accessToken: Secret("b"), refreshToken: Secret("s"))
}

extension User {
  fileprivate static let renamed = User(id: "user-1", name: "次郎", email: "jiro@example.com", lastLoginDate: .sample)
  fileprivate static let moved = User(id: "jiro", name: "次郎", email: "jiro@example.com", lastLoginDate: .sample)
}

extension StoredSession {
  /// A session whose tokens a server rotates, before and after a refresh.
  fileprivate static let rotating = StoredSession(user: .taro, accessToken: Secret("a"), refreshToken: Secret("r"))
  fileprivate static let rotated = StoredSession(user: .taro, accessToken: Secret("b"), refreshToken: Secret("s"))
  fileprivate static let cookie = StoredSession(user: .taro, accessToken: nil)

  fileprivate func with(_ user: User) -> StoredSession {
    StoredSession(user: user, accessToken: accessToken, refreshToken: refreshToken)
  }
}
