#if canImport(SwiftUI)
  import Core
  import SwiftUI

  /// The profile screen: the form until a profile is saved, then the profile.
  public struct MyPageView: View {
    private let store: MyPageStore
    @State private var name = ""
    @State private var gender = 0
    @State private var isDeleteAsked = false

    /// Creates the view.
    public init(store: MyPageStore) {
      self.store = store
    }

    /// The screen under its title.
    public var body: some View {
      NavigationStack {
        ZStack { screen }
          .navigationTitle(store.isRegisterOffered ? messages.formTitle : messages.title)
      }
      .task { await actions.load() }
      // The fields outlive a read that takes their place; only the Store’s own changes reset them.
      .onChange(of: content?.form, initial: true) { before, form in
        guard before != nil, let form else { return }
        (name, gender) = (form.name, form.gender)
      }
      .noticeAlert(store.notice, messages: messages.common, dismiss: actions.dismissNotice, retry: actions.load)
    }

    private var actions: any MyPageActions { store }
    private var messages: MyPageMessages { store.messages }
    private var content: MyPageContent? { store.state.content }

    @ViewBuilder private var screen: some View {
      switch store.state {
      case .idle, .loading:
        ProgressView(messages.common.loading)
      case .loaded, .error:
        Form {
          if case .error(let text) = store.state { failure(text) }
          if store.isRegisterOffered { form }
          if let content { profile(content) }
        }
        .refreshable { await actions.load() }
        .confirmationDialog(messages.deleteQuestion, isPresented: $isDeleteAsked, titleVisibility: .visible) {
          Button(messages.delete, role: .destructive) {
            Task { await actions.deleteProfile() }
          }
          Button(messages.common.cancel, role: .cancel) {}
        }
      }
    }

    private func failure(_ text: String) -> some View {
      Section {
        Text(messages.readFailedTitle).font(.headline)
        ErrorText(text)
        Button(messages.common.retry) {
          Task { await actions.load() }
        }
      }
    }

    @ViewBuilder private var form: some View {
      Section {
        RequiredLabel(messages.name, messages)
        TextField(messages.name, text: $name)
          .accessibilityHint(messages.required)
        if !store.genderChoices.isEmpty {
          Picker(selection: $gender) {
            ForEach(store.genderChoices, id: \.code) { choice in
              Text(choice.label).tag(choice.code)
            }
          } label: {
            RequiredLabel(messages.gender, messages)
          }
        }
      }
      .disabled(isBusy)
      Section {
        LoadingButton(messages.register, progress: messages.common.loading, isLoading: content?.activity == .saving) {
          await actions.save(name: name, gender: gender)
        }
        .disabled(isBusy)
      }
    }

    @ViewBuilder private func profile(_ content: MyPageContent) -> some View {
      if let profile = content.profile {
        Section {
          Text(messages.nameLabel + profile.name)
          Text(messages.genderLabel + profile.gender)
          Text(messages.createdAtLabel + profile.createdAt)
          HintText(content.keptAt.map(messages.keptLine))
        }
      }
      Section {
        if content.isFetchOffered {
          Button(messages.fetch) {
            Task { await actions.load() }
          }
        }
        if content.isDeleteOffered {
          LoadingButton(
            messages.delete, progress: messages.common.loading, role: .destructive,
            isLoading: content.activity == .deleting
          ) {
            isDeleteAsked = true
          }
        }
      }
      .disabled(isBusy)
    }

    private var isBusy: Bool {
      switch content?.activity {
      case .saving, .deleting: true
      case .idle, nil: false
      }
    }
  }

  /// The label of a required field.
  private struct RequiredLabel: View {
    let title: String
    let messages: MyPageMessages

    init(_ title: String, _ messages: MyPageMessages) {
      self.title = title
      self.messages = messages
    }

    var body: some View {
      HStack {
        Text(title)
        Text(messages.required)
          .font(.caption)
          .foregroundStyle(.red)
      }
      .accessibilityElement(children: .combine)
    }
  }
#endif
