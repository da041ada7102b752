#if Network
  import ArgumentParser
  import Core
  import Foundation

  /// Saves and reads a session in a file again and again, as several processes and a full disk may have it.
  struct StorageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "storage", abstract: "Saves and reads a session in a file, again and again.",
      discussion: """
        Prints how many sessions were saved and the last reason why one was not. The exit status is 1 where the file \
        was ever read as something else than a whole session, which sets it aside.
        """)

    @Argument(help: "The file.")
    var file: String

    @Argument(help: "How many times.")
    var count: Int

    @Option(help: "How long the user’s name is, in characters.")
    var length = 10

    func run() async throws {
      let storage = FileSessionStorage(file: URL(filePath: file))
      let user = User(
        id: "\(ProcessInfo.processInfo.processIdentifier)", name: String(repeating: "x", count: length),
        email: "taro@example.com", lastLoginDate: Date(timeIntervalSince1970: 0))
      var saved = 0
      var reason: String?
      for number in 0..<count {
        do throws(SessionStorageError) {
          try await storage.save(StoredSession(user: user, token: AccessToken("token-\(number)")))
          saved += 1
        } catch {
          reason = "\(error)"
        }
        do throws(SessionStorageError) {
          _ = try await storage.load()
        } catch {
          print("damaged: \(error)")
          throw ExitCode(1)
        }
      }
      print("saved \(saved) of \(count)" + (reason.map { ": \($0)" } ?? ""))
    }
  }
#endif
