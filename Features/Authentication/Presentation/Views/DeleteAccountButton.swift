#if canImport(SwiftUI)
  import Core
  import SwiftUI

  /// A button that deletes the account of the signed-in user, once they have confirmed it with their password; nothing
  /// where the server deletes no accounts.
  public struct DeleteAccountButton: View {
    private let store: AuthStore
    @State private var isAsking = false
    @State private var password = ""

    /// Creates the button.
    public init(store: AuthStore) {
      self.store = store
    }

    /// The button and its confirmation.
    @ViewBuilder public var body: some View {
      if store.capabilities.contains(.accountDeletion) {
        Button(store.messages.deleteAccount, role: .destructive) { isAsking = true }
          .disabled(store.isDeletingAccount)
          .alert(store.messages.deleteAccount, isPresented: $isAsking, presenting: store.messages) { messages in
            SecureField(messages.password, text: $password)
            Button(messages.deleteAccount, role: .destructive, action: delete)
            Button(messages.common.cancel, role: .cancel, action: cancel)
          } message: { messages in
            let lines = [store.passwordRefusal?.text, messages.deleteAccountPrompt]
            Text(lines.compactMap(\.self).joined(separator: "\n"))
          }
      }
    }

    private func cancel() {
      password = ""
      if store.passwordRefusal != nil { store.dismissNotice() }
    }

    private func delete() {
      let actions: any AuthActions = store
      let entered = password
      password = ""
      Task {
        await actions.deleteAccount(pass: entered)
        // An alert closes with its button.
        isAsking = store.passwordRefusal != nil
      }
    }
  }
#endif
