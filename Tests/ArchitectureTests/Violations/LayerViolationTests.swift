import Testing

struct LayerViolationTests {
  private static let top = "Features/Letters"

  @Test(arguments: [
    ("Presentation/ViewModel/LetterStore", "let repository: any LetterRepository", "LetterRepository"),
    ("Presentation/ViewModel/LetterStore", "let client: any APIClient", "APIClient"),
    ("Presentation/ViewModel/LetterStore+Sending", "let body = LoginRequest()", "LoginRequest"),
    ("Presentation/ViewModel/LetterState", "enum LetterState: Codable {}", "Codable"),
    ("Presentation/Models/Shown", "init(_ response: LoginRequest) {}", "LoginRequest"),
    ("Presentation/Views/LetterView", "let login: LetterUseCase", "LetterUseCase"),
    ("Presentation/Views/LetterView", "let login: any LetterRepository", "LetterRepository"),
    ("Presentation/Views/Parts/LetterRow", "let client = FakeAPIClient()", "FakeAPIClient"),
    ("Domain/UseCases/Send", "let state: LetterState", "LetterState"),
    ("Domain/UseCases/Send", "let store: LetterStore", "LetterStore"),
    ("Domain/UseCases/Send", "let client: any APIClient", "APIClient"),
    ("Domain/UseCases/Send", "APIRequest(.get)", "APIRequest"),
    ("Domain/Repositories/LetterRepository", "func send(_ body: LoginRequest)", "LoginRequest"),
    ("Domain/Repositories/RemoteLetterRepository", "func show(_ state: LetterState)", "LetterState"),
    ("Domain/Repositories/RemoteLetterRepository", "let send: LetterUseCase", "LetterUseCase"),
    ("Domain/Models/Draft", "struct Draft: Decodable {}", "Decodable"),
    ("Domain/Errors/LetterError", "let text: LetterMessages", "LetterMessages"),
    ("Presentation/ViewModel/LetterStore", #"let text = "\(LetterRepository.name)""#, "LetterRepository"),
  ])
  func `a layer that names another it does not know is found`(_ file: String, _ text: String, _ name: String) {
    let path = "\(Self.top)/\(file).swift"
    #expect(LayerRule.violations(in: House.with(path, text)) == [Violation(path, "names \(name)")])
  }

  @Test(arguments: [
    ("LetterStore+Live", "RemoteLetterRepository(client: any APIClient)"),
    ("Presentation/ViewModel/LetterStore", "/// As ``LetterRepository`` has it.\nlet useCase: LetterUseCase"),
    ("Presentation/ViewModel/LetterStore", #"let text = "no APIClient, no Codable""#),
    ("Presentation/Views/LetterView", "let store: LetterStore"),
    ("Domain/Repositories/RemoteLetterRepository", "LoginRequest(client: any APIClient)"),
    ("Domain/UseCases/Send", "let repository: any LetterRepository"),
  ])
  func `a layer may name the next one`(_ file: String, _ text: String) {
    #expect(LayerRule.violations(in: House.with("\(Self.top)/\(file).swift", text)) == [])
  }
}
