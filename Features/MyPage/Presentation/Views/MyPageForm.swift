#if canImport(SwiftUI)
  import Core
  import SwiftUI

  /// The name and the gender of somebody who registers.
  struct MyPageForm: View {
    private let store: MyPageStore
    private let messages: MyPageMessages
    private let content: MyPageContent
    @State private var name = ""
    @State private var gender = 0

    init(store: MyPageStore, messages: MyPageMessages, content: MyPageContent) {
      self.store = store
      self.messages = messages
      self.content = content
    }

    var body: some View {
      Section {
        RequiredLabel(messages.name, messages: messages)
        TextField(messages.name, text: $name)
          .accessibilityHint(messages.required)
          // What was handed in is what the Store remembers; it forgets a name that it has complained about.
          .onChange(of: content.form, initial: true) { _, form in
            (name, gender) = (form.name, form.gender)
          }
        Picker(selection: $gender) {
          ForEach(messages.genderChoices.indices, id: \.self) { code in
            Text(messages.genderChoices[code]).tag(code)
          }
        } label: {
          RequiredLabel(messages.gender, messages: messages)
        }
      }
      .disabled(content.activity != .none)
      Section {
        LoadingButton(messages.register, progress: messages.loading, isLoading: content.activity == .saving) {
          await store.save(name: name, gender: gender)
        }
      }
    }
  }

  /// The name of a field that must be filled, and the mark that says so.
  private struct RequiredLabel: View {
    let title: String
    let messages: MyPageMessages

    init(_ title: String, messages: MyPageMessages) {
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
