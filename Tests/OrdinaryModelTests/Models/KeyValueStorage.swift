import Foundation

/// The part of `UserDefaults` the app uses.
protocol KeyValueStorage {
  func string(forKey defaultName: String) -> String?
  func data(forKey defaultName: String) -> Data?
  func set(_ value: Any?, forKey defaultName: String)
  func removeObject(forKey defaultName: String)
}

extension UserDefaults: KeyValueStorage {}
