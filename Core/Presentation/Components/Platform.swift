#if canImport(SwiftUI)
  import SwiftUI
  #if os(macOS)
    import AppKit
  #elseif os(iOS) || os(tvOS) || os(visionOS)
    import UIKit
  #endif

  // Everything in which Apple's platforms differ for the views stands in this file and nowhere else.

  extension View {
    /// Makes a text field ask for an address: its keyboard, and what the system offers to fill in.
    ///
    /// - Returns: The field.
    public func emailInput() -> some View {
      #if os(iOS) || os(tvOS) || os(visionOS)
        textContentType(.username)
          .keyboardType(.emailAddress)
          .textInputAutocapitalization(.never)
          .autocorrectionDisabled()
      #elseif os(watchOS)
        textInputAutocapitalization(.never)
          .autocorrectionDisabled()
      #elseif os(macOS)
        textContentType(.username)
          .autocorrectionDisabled()
      #else
        autocorrectionDisabled()
      #endif
    }

    /// Makes a secure field ask for a password.
    ///
    /// - Parameter isNew: Whether it is a password to be made up, which the system can suggest.
    /// - Returns: The field.
    public func passwordInput(isNew: Bool) -> some View {
      #if os(iOS) || os(tvOS) || os(visionOS)
        textContentType(isNew ? .newPassword : .password)
      #elseif os(macOS)
        textContentType(isNew ? .newPassword : .password)
      #else
        self
      #endif
    }
  }

  /// What a program has to tell its platform.
  public enum Platform {
    /// Makes a program that was started without a bundle, as `swift run` does, an app with windows and a menu.
    ///
    /// Only macOS tells such a program from an app; elsewhere this does nothing.
    @MainActor
    public static func becomeApp() {
      #if os(macOS)
        NSApplication.shared.setActivationPolicy(.regular)
        NSApplication.shared.activate()
      #endif
    }
  }
#endif
