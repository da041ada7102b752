#if canImport(SwiftUI)
  import Core
  import SwiftUI

  /// The form until a profile is saved, and the profile from then on.
  struct MyPageContentView: View {
    private let store: MyPageStore
    private let messages: MyPageMessages
    private let content: MyPageContent
    @State private var isDeleteAsked = false

    init(store: MyPageStore, messages: MyPageMessages, content: MyPageContent) {
      self.store = store
      self.messages = messages
      self.content = content
    }

    var body: some View {
      Form {
        if content.isRegisterOffered {
          MyPageForm(store: store, messages: messages, content: content)
        }
        if let profile = content.profile {
          Section {
            Text(messages.nameLabel + profile.name)
            Text(messages.genderLabel + profile.gender)
            Text(messages.createdAtLabel + profile.createdAt)
          }
        }
        Section {
          if content.isFetchOffered {
            Button(messages.fetch) {
              Task { await store.load() }
            }
            .disabled(content.activity != .none)
          }
          if content.isDeleteOffered {
            LoadingButton(
              messages.delete, progress: messages.loading, role: .destructive,
              isLoading: content.activity == .deleting
            ) {
              isDeleteAsked = true
            }
          }
        }
      }
      .confirmationDialog(messages.deleteQuestion, isPresented: $isDeleteAsked, titleVisibility: .visible) {
        Button(messages.delete, role: .destructive) {
          Task { await store.deleteProfile() }
        }
        Button(messages.cancel, role: .cancel) {}
      }
    }
  }
#endif
