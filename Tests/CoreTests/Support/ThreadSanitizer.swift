#if os(Linux)
  /// What the thread sanitizer must not report.
  ///
  /// It does not see that the standard library's `Mutex` is a lock on Linux, and takes what happens inside of two
  /// `withLock` for a race. Everything outside of one is reported.
  @_cdecl("__tsan_default_suppressions")
  func threadSanitizerSuppressions() -> UnsafePointer<CChar> {
    let text: StaticString = "race:withLock\n"
    return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }
#endif
