import Core

extension MyPageMessages {
  /// The notice for a save that failed.
  ///
  /// - Parameter error: Why it failed.
  /// - Returns: What the user is told.
  public func save(failedWith error: MyPageError) -> Notice {
    let text =
      switch error {
      case .invalidName: invalidName
      case .invalidGender: invalidGender
      case .notAuthorized: notAuthorized
      case .noNetwork, .rateLimited, .sessionEnded, .serverError, .cancelled: saveFailed
      }
    return Notice(title: saveFailedTitle, text: text, button: dismiss)
  }

  /// The notice for a profile that could not be read.
  ///
  /// - Parameter error: Why it failed.
  /// - Returns: What the user is told.
  public func read(failedWith error: MyPageError) -> Notice {
    let text =
      switch error {
      case .notAuthorized, .sessionEnded: notAuthorized
      case .invalidName, .invalidGender, .noNetwork, .rateLimited, .serverError, .cancelled: readFailed
      }
    return Notice(title: readFailedTitle, text: text, button: retry)
  }

  /// The notice for a delete that failed.
  ///
  /// - Parameter error: Why it failed.
  /// - Returns: What the user is told.
  public func delete(failedWith error: MyPageError) -> Notice {
    let text =
      switch error {
      case .notAuthorized: notAuthorized
      case .invalidName, .invalidGender, .noNetwork, .rateLimited, .sessionEnded, .serverError, .cancelled: deleteFailed
      }
    return Notice(title: deleteFailedTitle, text: text, button: dismiss)
  }
}
