#if canImport(SwiftUI)
  import SwiftUI
  #if os(macOS)
    import AppKit
  #elseif os(iOS) || os(tvOS) || os(visionOS)
    import UIKit
  #endif

  // The only file with differences between Apple’s platforms.

  extension View {
    /// Configures a text field for an email address.
    package func emailInput() -> some View {
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

    /// Configures a secure field for a password; the system can suggest a new one.
    package func passwordInput(isNew: Bool) -> some View {
      #if os(iOS) || os(tvOS) || os(visionOS)
        textContentType(isNew ? .newPassword : .password)
      #elseif os(macOS)
        textContentType(isNew ? .newPassword : .password)
      #else
        self
      #endif
    }

    /// Shows an action when the view is swiped, or where a system has no swiping, in its menu.
    @ViewBuilder
    package func swipeAction(_ title: String, isShown: Bool, action: @escaping @MainActor () -> Void) -> some View {
      #if os(tvOS)
        contextMenu {
          if isShown { Button(title, role: .destructive, action: action) }
        }
      #else
        swipeActions(allowsFullSwipe: false) {
          if isShown { Button(title, role: .destructive, action: action) }
        }
      #endif
    }
  }

  /// Calls to the platform that SwiftUI does not cover.
  package enum Platform {
    /// Gives a program that runs without a bundle, as with `swift run` on macOS, windows and a menu.
    @MainActor
    package static func becomeApp() {
      #if os(macOS)
        NSApplication.shared.setActivationPolicy(.regular)
        NSApplication.shared.activate()
      #endif
    }
  }
#endif
