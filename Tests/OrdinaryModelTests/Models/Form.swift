import Foundation
import Observation

struct Registration: Equatable, Sendable {
  var username: String
  var email: String
  var password: String
}

struct Account: Identifiable, Equatable, Sendable {
  let id: Int
  var username: String
}

enum RegistrationError: Error, Equatable {
  case usernameTaken
  case rejected(String)
}

@MainActor
@Observable
final class FormModel {
  enum UsernameStatus: Equatable {
    case empty
    case invalid(String)
    case checking
    case available
    case taken
    case checkFailed
  }

  var username = "" {
    didSet { if username != oldValue { usernameChanged() } }
  }
  var email = ""
  var password = ""
  var acceptsTerms = false

  private(set) var usernameStatus = UsernameStatus.empty
  private(set) var isSubmitting = false
  private(set) var submitError: String?
  private(set) var account: Account?

  private let isUsernameFree: @Sendable (String) async throws -> Bool
  private let register: @Sendable (Registration) async throws -> Account
  @ObservationIgnored private var checkTask: Task<Void, Never>?

  init(
    isUsernameFree: @escaping @Sendable (String) async throws -> Bool,
    register: @escaping @Sendable (Registration) async throws -> Account
  ) {
    self.isUsernameFree = isUsernameFree
    self.register = register
  }

  var emailError: String? {
    let parts = email.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[1].contains("."), !parts[1].hasSuffix(".") else {
      return "Enter a valid email address."
    }
    return nil
  }

  var passwordError: String? {
    if password.count < 8 { return "Use at least 8 characters." }
    if !password.contains(where: \.isNumber) { return "Use at least one digit." }
    return nil
  }

  /// The button is enabled while the name is still being checked; `submit()` waits for the answer.
  var canSubmit: Bool {
    guard !isSubmitting, account == nil, acceptsTerms else { return false }
    guard usernameStatus == .available || usernameStatus == .checking else { return false }
    return emailError == nil && passwordError == nil
  }

  func retryUsernameCheck() {
    guard usernameStatus == .checkFailed else { return }
    usernameChanged()
  }

  func submit() async {
    guard canSubmit else { return }
    isSubmitting = true
    defer { isSubmitting = false }
    submitError = nil

    while usernameStatus == .checking {
      await checkTask?.value
    }
    guard usernameStatus == .available, emailError == nil, passwordError == nil, acceptsTerms else { return }

    let request = Registration(username: trimmedUsername, email: email, password: password)
    do {
      account = try await register(request)
    } catch RegistrationError.usernameTaken {
      if request.username == trimmedUsername { usernameStatus = .taken }
    } catch RegistrationError.rejected(let reason) {
      submitError = reason
    } catch {
      submitError = "Something went wrong. Please try again."
    }
  }

  private var trimmedUsername: String {
    username.trimmingCharacters(in: .whitespaces)
  }

  private func usernameChanged() {
    checkTask?.cancel()
    checkTask = nil
    let name = trimmedUsername
    if name.isEmpty {
      usernameStatus = .empty
    } else if name.count < 3 {
      usernameStatus = .invalid("At least 3 characters.")
    } else if !name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) {
      usernameStatus = .invalid("Only letters, digits and _.")
    } else {
      usernameStatus = .checking
      checkTask = Task {
        do {
          try await Task.sleep(for: .milliseconds(400))
          let isFree = try await isUsernameFree(name)
          guard !Task.isCancelled else { return }
          usernameStatus = isFree ? .available : .taken
        } catch {
          guard !Task.isCancelled else { return }
          usernameStatus = .checkFailed
        }
      }
    }
  }
}
