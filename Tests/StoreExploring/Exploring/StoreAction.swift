/// Something that can be done to a Store at any time, under a label.
public struct StoreAction<Subject> {
  /// The label, which schedules and diagrams show; it must say no secret.
  public let name: String
  let run: @MainActor (Subject) async -> Void

  /// Makes an action.
  ///
  /// - Parameters:
  ///   - name: The label, which schedules and diagrams show; it must say no secret.
  ///   - run: The action, which returns when its work is done, such as `{ await $0.load() }`.
  public init(_ name: String, _ run: @escaping @MainActor (Subject) async -> Void) {
    self.name = name
    self.run = run
  }
}
