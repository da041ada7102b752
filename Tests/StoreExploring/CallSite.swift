import Observation

// On Apple's systems, the module is not part of the SDK.
#if os(Linux) && compiler(>=6.3) && canImport(Runtime)
  import Runtime
#endif

/// Where a call was made: the return addresses of its task.
package struct CallSite: Sendable {
  /// Whether lines are looked up where they are printed, which takes a tenth of a second in a large program.
  @TaskLocal package static var hasLines = true

  #if os(Linux) && compiler(>=6.3) && canImport(Runtime)
    private static let images = ImageMap.capture()
    private static let maximumFrames = 48
    /// The modules whose functions lie between a model and a call, as they are mangled.
    private static let kit = ["$s14StoreExploring", "$s11CoreTesting"]

    /// The frames, the innermost one first, each by itself: to find the line of one takes longer than all else.
    private let frames: [Backtrace]

    /// The place of the running task.
    static func current() -> CallSite? {
      let frames = (0..<maximumFrames).lazy.map { offset -> Backtrace? in
        // With one more, which tells that there are others.
        let backtrace = try? Backtrace.capture(limit: 2, offset: offset, top: 0, images: images)
        switch backtrace?.frames.first(where: { _ in true }) {
        case .programCounter, .returnAddress, .asyncResumePoint: return backtrace
        default: return nil
        }
      }
      return CallSite(frames: frames.prefix { $0 != nil }.compactMap(\.self))
    }

    /// The line of the model that awaits the call, or else the function: the innermost one in a method of a type of one
    /// of these names, or else the innermost one outside of the test.
    func place(inTypes names: Set<String>) -> String? {
      guard Self.hasLines else { return nil }
      let functions = frames.compactMap { frame -> (name: Substring, frame: Backtrace)? in
        let symbolicated = frame.symbolicated(with: Self.images, options: .useSymbolCache)
        guard let symbol = symbolicated?.frames.first?.symbol, !symbol.isSwiftThunk, !symbol.isSystemFunction,
          !Self.kit.contains(where: symbol.rawName.hasPrefix)
        else { return nil }
        // “closure #1 in SearchModel.search()”
        return (symbol.name.ranges(of: " in ").last.map { symbol.name[$0.upperBound...] } ?? symbol.name[...], frame)
      }
      let inModel = functions.first { $0.name.split(separator: ".").contains { names.contains(String($0)) } }
      guard
        let function = inModel ?? functions.first(where: { $0.name != functions.last?.name }) ?? functions.first
      else { return nil }
      let symbolicated = function.frame.symbolicated(
        with: Self.images, options: [.useSymbolCache, .showSourceLocations])
      guard let location = symbolicated?.frames.first?.symbol?.sourceLocation, location.line > 0,
        let file = location.path.split(separator: "/").last
      else { return "in \(function.name)" }
      return "at \(file):\(location.line)"
    }
  #else
    static func current() -> CallSite? { nil }

    func place(inTypes names: Set<String>) -> String? { nil }
  #endif

  /// The names of the types of the observable objects in a subject, or in what it wraps.
  static func types(in subject: Any, depth: Int = 3) -> Set<String> {
    if subject is any Observable { return [String(describing: type(of: subject))] }
    guard depth > 0 else { return [] }
    return Mirror(reflecting: subject).children.reduce(into: []) { names, child in
      names.formUnion(types(in: child.value, depth: depth - 1))
    }
  }
}
