#if canImport(Security)
  import Foundation
  import Security

  /// Keeps a session in the keychain of an Apple device.
  ///
  /// The item stays on this device and can be read once it has been unlocked after a start. What cannot be read as a
  /// session is moved aside to the account `session.damaged`.
  public struct KeychainSessionStorage: SessionStorage {
    private let service: String

    /// Makes a storage.
    ///
    /// - Parameter service: The service that the item is kept under, such as the app's bundle identifier.
    public init(service: String) {
      self.service = service
    }

    /// Reads what was saved last, away from the caller's actor.
    ///
    /// - Returns: The record, or `nil` where there is none.
    /// - Throws: ``SessionStorageError/damaged(reason:)`` where there is something that is no record, or the keychain
    ///   does not hand it out.
    @concurrent
    public func load() async throws(SessionStorageError) -> StoredSession? {
      var query = item("session")
      query[kSecReturnData] = true
      query[kSecMatchLimit] = kSecMatchLimitOne
      var found: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &found)
      if status == errSecItemNotFound { return nil }
      guard status == errSecSuccess, let data = found as? Data else {
        throw .damaged(reason: "The keychain does not hand the session out: \(Self.text(of: status)).")
      }
      guard let record = try? StoredSession(json: data) else {
        setAside()
        throw .damaged(reason: "The keychain holds no session. What it holds is kept as session.damaged.")
      }
      return record
    }

    /// Puts a record in the place of the last one, away from the caller's actor.
    ///
    /// - Parameter record: Who is signed in.
    /// - Throws: ``SessionStorageError/notWritten(reason:)`` where the keychain does not take it.
    @concurrent
    public func save(_ record: StoredSession) async throws(SessionStorageError) {
      guard let data = try? record.json() else {
        throw .notWritten(reason: "The session cannot be written as JSON.")
      }
      let content: [CFString: Any] = [
        kSecValueData: data, kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
      ]
      var status = SecItemUpdate(item("session") as CFDictionary, content as CFDictionary)
      if status == errSecItemNotFound {
        status = SecItemAdd(item("session").merging(content) { $1 } as CFDictionary, nil)
      }
      guard status == errSecSuccess else {
        throw .notWritten(reason: "The keychain does not take the session: \(Self.text(of: status)).")
      }
    }

    /// Removes the record, away from the caller's actor.
    ///
    /// - Throws: ``SessionStorageError/notWritten(reason:)`` where the record is still there.
    @concurrent
    public func clear() async throws(SessionStorageError) {
      let status = SecItemDelete(item("session") as CFDictionary)
      guard status == errSecSuccess || status == errSecItemNotFound else {
        throw .notWritten(reason: "The keychain does not let go of the session: \(Self.text(of: status)).")
      }
    }

    private func item(_ account: String) -> [CFString: Any] {
      [
        kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: account,
        kSecUseDataProtectionKeychain: true,
      ]
    }

    private func setAside() {
      SecItemDelete(item("session.damaged") as CFDictionary)
      SecItemUpdate(
        item("session") as CFDictionary, [kSecAttrAccount: "session.damaged"] as [CFString: Any] as CFDictionary)
    }

    private static func text(of status: OSStatus) -> String {
      SecCopyErrorMessageString(status, nil) as String? ?? "error \(status)"
    }
  }
#endif
