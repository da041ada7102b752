import Foundation

/// Forgets the session of an earlier installation of the app, which the keychain keeps.
///
/// A mark, which is removed with the app, tells a first launch from a later one. An app and its extension need it in the
/// folder that they share. On a device that has not been unlocked since it was started the mark cannot be read, and
/// whatever the keychain says then is not believed: the session is ``SessionStorageError/unavailable(reason:)``.
public struct InstallationSessionStorage: SessionStorage {
  private let storage: any SessionStorage
  private let mark: URL

  /// Creates a storage that keeps the session in another one, with its mark at a path.
  public init(_ storage: any SessionStorage, mark: URL) {
    self.storage = storage
    self.mark = mark
  }

  /// Returns the saved session; `nil` at the first launch.
  public func load() async throws(SessionStorageError) -> StoredSession? {
    try await forgetEarlierInstallation()
    return try await storage.load()
  }

  /// Replaces the saved session.
  @discardableResult
  public func update(
    _ change: @Sendable (StoredSession?) -> StoredSession?
  ) async throws(SessionStorageError) -> StoredSession? {
    try await forgetEarlierInstallation()
    return try await storage.update(change)
  }

  /// Performs a refresh in the turn of the other storage.
  public func inTurn<Success>(_ refresh: () async -> Success) async -> Success {
    await storage.inTurn(refresh)
  }

  /// Marks the installation once the storage is empty, so that a crash between the two forgets nothing that was saved
  /// after the mark.
  private func forgetEarlierInstallation() async throws(SessionStorageError) {
    do {
      _ = try Data(contentsOf: mark)
      return
    } catch CocoaError.fileReadNoSuchFile {
      // The first launch.
    } catch {
      throw .unavailable(reason: "\(mark.path) cannot be read: \(error.cause)")
    }
    try await storage.update { _ in nil }
    do {
      try OwnerOnlyFile.write(Data(), to: mark)
    } catch {
      throw .notWritten(reason: "\(mark.path) cannot be written: \(error.cause)")
    }
  }
}

#if canImport(Security)
  import Security

  /// Keeps the session in the keychain of an Apple device.
  ///
  /// The item stays on this device and is available after the first unlock; before it, the keychain may also say that there
  /// is nothing, which a mark tells from the truth: see ``InstallationSessionStorage``. Damaged content is renamed, and
  /// removed by the next sign-in or sign-out.
  ///
  /// The keychain has no lock: a write of another process between the reading and the writing of an update is lost. Processes
  /// take turns at a refresh by a lease in an item of its own. It lasts 20 seconds at most, also where its process was killed
  /// or the request takes longer, and two processes that take it at the same moment both have it.
  public struct KeychainSessionStorage: SessionStorage, SessionItem, LeaseItem {
    private let service: String

    /// Creates a storage under a service name, such as the app's bundle identifier.
    public init(service: String) {
      self.service = service
    }

    /// Returns the saved session, reading off the caller's actor.
    @concurrent
    public func load() async throws(SessionStorageError) -> StoredSession? {
      try readOrSetAside()
    }

    /// Replaces the saved session, off the caller's actor.
    @concurrent
    @discardableResult
    public func update(
      _ change: @Sendable (StoredSession?) -> StoredSession?
    ) async throws(SessionStorageError) -> StoredSession? {
      try replace(change)
    }

    /// Performs a refresh while no other process has the lease.
    public func inTurn<Success>(_ refresh: () async -> Success) async -> Success {
      await withLease(refresh)
    }

    var name: String { "The keychain item" }

    func data() throws(SessionStorageError) -> Data? { try data(of: Self.session) }

    func leaseData() throws(SessionStorageError) -> Data? { try data(of: Self.lease) }

    private func data(of account: String) throws(SessionStorageError) -> Data? {
      var query = item(account)
      query[kSecReturnData] = true
      query[kSecMatchLimit] = kSecMatchLimitOne
      var found: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &found)
      guard status != errSecItemNotFound else { return nil }
      guard status == errSecSuccess, let data = found as? Data else {
        throw .unavailable(reason: "\(name) cannot be read: \(Self.message(for: status)).")
      }
      return data
    }

    func write(_ data: Data) throws(SessionStorageError) { try write(data, to: Self.session) }

    func writeLease(_ data: Data) throws(SessionStorageError) { try write(data, to: Self.lease) }

    private func write(_ data: Data, to account: String) throws(SessionStorageError) {
      let content: [CFString: Any] = [
        kSecValueData: data, kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
      ]
      var status = SecItemUpdate(item(account) as CFDictionary, content as CFDictionary)
      if status == errSecItemNotFound {
        status = SecItemAdd(item(account).merging(content) { $1 } as CFDictionary, nil)
      }
      guard status == errSecSuccess else {
        throw .notWritten(reason: "\(name) cannot be saved: \(Self.message(for: status)).")
      }
    }

    func remove() throws(SessionStorageError) {
      let status = SecItemDelete(item(Self.session) as CFDictionary)
      guard status == errSecSuccess || status == errSecItemNotFound else {
        throw .notWritten(reason: "\(name) cannot be removed: \(Self.message(for: status)).")
      }
    }

    func setAside() throws(SessionStorageError) {
      removeAside()
      let status = SecItemUpdate(
        item(Self.session) as CFDictionary, [kSecAttrAccount: Self.aside] as CFDictionary)
      // Another process may have removed it.
      guard status == errSecSuccess || status == errSecItemNotFound else {
        throw .unavailable(reason: "\(name) is damaged and cannot be renamed: \(Self.message(for: status)).")
      }
    }

    func removeLease() {
      SecItemDelete(item(Self.lease) as CFDictionary)
    }

    func removeAside() {
      SecItemDelete(item(Self.aside) as CFDictionary)
    }

    private static let session = "session"
    private static let aside = "damaged session"
    private static let lease = "lease"

    private func item(_ account: String) -> [CFString: Any] {
      [
        kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: account,
        kSecUseDataProtectionKeychain: true,
      ]
    }

    private static func message(for status: OSStatus) -> String {
      SecCopyErrorMessageString(status, nil) as String? ?? "error \(status)"
    }
  }
#endif
