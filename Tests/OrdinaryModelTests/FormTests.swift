import StoreExploring
import StoreTesting
import Testing

@MainActor
struct FormTests {
  @Test func `A double tap during the check of the name registers twice`() async {
    await expectViolation(
      of: "one registration is under way", explorer(BuggyFormModel.init(isUsernameFree:register:)))
  }

  @Test func `However often one taps, one registration is under way`() async {
    await expectComplete(explorer(FormModel.init(isUsernameFree:register:)))
  }

  private func explorer<Model: RegistrationForm>(
    _ make:
      @escaping @MainActor (
        @escaping @Sendable (String) async throws -> Bool, @escaping @Sendable (Registration) async throws -> Account
      ) -> Model
  ) -> StoreExplorer<Model, ObservedProperties> {
    StoreExplorer(
      actions: [
        StoreAction("type taro") { $0.username = "taro" },
        StoreAction("type hanako") { $0.username = "hanako" },
        StoreAction("submit") { await $0.submit() },
      ],
      invariants: [
        .always("one registration is under way") { form in form.calls.count { $0.name == "register" } < 2 },
        .whenIdle("nothing is being submitted") { !$0.isSubmitting },
      ]
    ) { dependencies in
      let model = make(
        dependencies.call("is free") { _ in
          [.success("free", true), .success("taken", false), .failure("offline", Offline())]
        },
        dependencies.call("register") { registration in
          [.success("registered", Account(id: 1, username: registration.username)), .failure("offline", Offline())]
        })
      (model.email, model.password, model.acceptsTerms) = ("taro@example.com", "correct horse 1", true)
      return model
    }
  }
}

@MainActor
private protocol RegistrationForm: AnyObject {
  var username: String { get set }
  var email: String { get set }
  var password: String { get set }
  var acceptsTerms: Bool { get set }
  var isSubmitting: Bool { get }
  func submit() async
}

extension FormModel: RegistrationForm {}
extension BuggyFormModel: RegistrationForm {}
