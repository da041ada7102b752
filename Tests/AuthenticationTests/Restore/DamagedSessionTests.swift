import Authentication
import Core
import Foundation
import StoreTesting
import TemporaryFiles
import Testing

/// A session file that nobody can read leaves the user signed out, says so once, and is never fatal.
@MainActor
struct DamagedSessionTests {
  private let folder: TemporaryFolder
  private var file: URL { folder.url.appending(path: "session.json") }

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: Damage.allCases)
  func `a file that cannot be read is told once`(_ damage: Damage) async throws {
    try damage.place(at: file)
    let storage = FileSessionStorage(file: file)
    let fixture = AuthFixture(storage: storage)
    await expectStates(of: fixture.store, \.state, [.signedOut], and: \.notice, [nil, .damaged, nil]) {
      await fixture.store.restore()
      fixture.store.dismissNotice()
      await fixture.store.restore()
    }
    let relaunched = fixture.relaunched()
    await expectStates(of: relaunched.store, \.state, [.signedOut], and: \.notice, [nil]) {
      await relaunched.store.restore()
    }
    #expect(fixture.sent == [])
    #expect(fixture.routes == [])
  }

  @Test(arguments: Damage.allCases)
  func `whoever signs in after it is there at the next launch`(_ damage: Damage) async throws {
    try damage.place(at: file)
    let fixture = AuthFixture(storage: FileSessionStorage(file: file))
    await fixture.store.restore()
    await expectStates(of: fixture.store, \.state, [.signedOut, .loading, .taro]) { await fixture.login() }
    let relaunched = fixture.relaunched()
    await expectStates(of: relaunched.store, \.state, [.signedOut, .loading, .taro], and: \.notice, [nil]) {
      await relaunched.store.restore()
    }
  }

  @Test func `a text that was shown goes with it`() async throws {
    try Damage.empty.place(at: file)
    let fixture = AuthFixture(storage: FileSessionStorage(file: file))
    await fixture.store.login(email: "taro@example.com", pass: "wrong")
    await expectStates(of: fixture.store, \.state, [.wrongPassword, .signedOut], and: \.notice, [nil, .damaged]) {
      await fixture.store.restore()
    }
  }
}

/// What can be in the place of a session.
enum Damage: CaseIterable {
  case empty, truncated, otherShape, epochDate, directory, endlessLink

  func place(at file: URL) throws {
    switch self {
    case .empty: try Data().write(to: file)
    case .truncated: try Data(#"{"user_id":"user-1","user_name":"太"#.utf8).write(to: file)
    case .otherShape: try Data(#"[{"id":1}]"#.utf8).write(to: file)
    case .epochDate:
      let text = #"{"user_id":"1","user_name":"太郎","email":"taro@example.com","last_login_date":1756944000}"#
      try Data(text.utf8).write(to: file)
    case .directory: try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    case .endlessLink: try FileManager.default.createSymbolicLink(at: file, withDestinationURL: file)
    }
  }
}
