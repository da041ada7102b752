import Foundation

/// The states that one of several processes explores.
enum Shard {
  /// One of so many parts.
  case part(Int, of: Int)
  /// No state, but those that others have found and that no process has explored are found again.
  case none

  /// Whether it explores a state.
  func owns(_ key: StateKey) -> Bool {
    switch self {
    case .part(let number, let count): UInt(bitPattern: key.first) % UInt(count) == UInt(number - 1)
    case .none: false
    }
  }

  /// Whether it finds a state again that another process has found.
  func takesOver(_ key: StateKey) -> Bool {
    switch self {
    case .part: owns(key)
    case .none: true
    }
  }
}

/// What a process writes into the folder that all of them share.
struct ExploredStates: Codable {
  var states: [ExploredState] = []
  var leftOut: Set<String> = []
  var readTimes: Set<String> = []
  var outside: Set<String> = []
  /// Why nothing is claimed.
  var reason: String?
}

/// The files that shards have written.
struct ShardFolder {
  let url: URL
  private(set) var states: [StateKey: ExploredState] = [:]
  private(set) var rest = ExploredStates()
  private var names: Set<String> = []

  init(_ url: URL) throws {
    self.url = url
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// Waits for files of other processes.
  func hasNewFiles(within patience: Duration) async -> Bool {
    let end = ContinuousClock.now + patience
    while true {
      let all = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
      if all.contains(where: { $0.hasSuffix(".json") && !names.contains($0) }) { return true }
      guard ContinuousClock.now < end else { return false }
      try? await Task.sleep(for: .milliseconds(50))
    }
  }

  /// Reads the files that were not read before.
  mutating func read() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
    where name.hasSuffix(".json") && names.insert(name).inserted {
      let file = url.appendingPathComponent(name)
      guard let explored = try? JSONDecoder().decode(ExploredStates.self, from: Data(contentsOf: file)) else {
        throw ShardError.damagedFile(file.path)
      }
      add(explored)
    }
  }

  /// Writes a file as a whole, so that a process that is killed has written it or not.
  mutating func write(_ explored: ExploredStates, _ number: Int, of count: Int) throws {
    let prefix = "\(number)-of-\(count)-"
    let files = try FileManager.default.contentsOfDirectory(atPath: url.path).filter { $0.hasPrefix(prefix) }
    // One that was damaged and removed leaves a gap.
    let last = files.compactMap { Int($0.dropFirst(prefix.count).prefix { $0.isNumber }) }.max() ?? 0
    let name = "\(prefix)\(last + 1).json"
    try JSONEncoder().encode(explored).write(to: url.appendingPathComponent(name), options: .atomic)
    names.insert(name)
    add(explored)
  }

  /// Adds what was explored; a state that was explored twice counts once.
  private mutating func add(_ explored: ExploredStates) {
    for state in explored.states { states[state.key] = state }
    rest.leftOut.formUnion(explored.leftOut)
    rest.readTimes.formUnion(explored.readTimes)
    rest.outside.formUnion(explored.outside)
    rest.reason = rest.reason ?? explored.reason
  }
}

extension StoreExplorer {
  /// Covers every schedule of every length, in one of several processes that share a folder, on one machine or on many.
  ///
  /// The environment says which:
  ///
  /// - Where `EXPLORATION_SHARD` is, such as, `3/16`, the process explores the third of 16 parts of the states, as far as
  ///   the files in the subfolder `name` of the folder `EXPLORATION_FOLDER` hand them over, writes what it finds there,
  ///   and returns `nil`. Where no shard writes a file any more, the exploration has ended. A shard that is killed is
  ///   started again.
  /// - Where only `EXPLORATION_FOLDER` is, it returns what all shards have found.
  /// - Without both it explores everything by itself, and returns the same.
  ///
  /// Nothing is assumed and no step is left out as ``explore(depth:maximumRunning:maximumSchedules:isReduced:)`` does, and
  /// there is no maximum: bound what grows. All processes must run the same executable. Values that are not the same in
  /// each process, such as those of a random `UUID` that the test holds, make the exploration inconclusive.
  ///
  /// Throws a ``ShardError``, or what the file system throws where the folder cannot be used.
  public func exploreInShards(_ name: String, maximumRunning: Int = 3) async throws -> Exploration? {
    let environment = ProcessInfo.processInfo.environment
    guard let folder = environment["EXPLORATION_FOLDER"].map({ URL(fileURLWithPath: $0).appendingPathComponent(name) })
    else { return await exploreAlone(maximumRunning: maximumRunning) }
    guard let shard = environment["EXPLORATION_SHARD"] else {
      return try await merge(folder, maximumRunning: maximumRunning)
    }
    let numbers = shard.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard numbers.count == 2, numbers[0] >= 1, numbers[0] <= numbers[1] else {
      throw ShardError.impossibleShard(shard)
    }
    try await explore(numbers[0], of: numbers[1], folder, maximumRunning: maximumRunning, patience: .seconds(5))
    return nil
  }

  /// Explores everything without a folder.
  package func exploreAlone(maximumRunning: Int = 3) async -> Exploration {
    await inShards(maximumRunning) { bounds in
      let graph = graph(bounds, .part(1, of: 1))
      _ = await graph.search(.max)
      return await merged([:], graph.explored(onlyFinished: false), bounds)
    }
  }

  /// Explores a part of the states as far as a folder hands them over, and adds them to it; waits for other processes
  /// that run meanwhile.
  ///
  /// Returns the number of files that it has written.
  @discardableResult
  package func explore(
    _ number: Int, of count: Int, _ url: URL, maximumRunning: Int = 3, statesOfFile: Int = 1_000,
    maximumFiles: Int = .max, patience: Duration = .zero
  ) async throws -> Int {
    try await inShards(maximumRunning) { bounds in
      var folder = try ShardFolder(url)
      var files = 0
      while files < maximumFiles, !Task.isCancelled {
        try folder.read()
        guard folder.rest.reason == nil else { break }
        let graph = graph(bounds, .part(number, of: count), isSilent: false)
        graph.add(folder.states)
        let filesBefore = files
        var isLeft = true
        while isLeft, files < maximumFiles, !Task.isCancelled {
          isLeft = await graph.search(graph.nodes.count + statesOfFile)
          let explored = graph.explored(onlyFinished: true)
          isLeft = isLeft && explored.reason == nil
          guard !explored.states.isEmpty || explored.reason != nil else { continue }
          try folder.write(explored, number, of: count)
          files += 1
        }
        if files == filesBefore, await !folder.hasNewFiles(within: patience) { break }
      }
      return files
    }
  }

  /// Returns what shards have written into a folder.
  package func merge(_ url: URL, maximumRunning: Int = 3) async throws -> Exploration {
    try await inShards(maximumRunning) { bounds in
      var folder = try ShardFolder(url)
      try folder.read()
      let graph = graph(bounds, .none)
      graph.add(folder.states)
      _ = await graph.search(.max)
      var explored = graph.explored(onlyFinished: false)
      explored.leftOut.formUnion(folder.rest.leftOut)
      explored.readTimes.formUnion(folder.rest.readTimes)
      explored.outside.formUnion(folder.rest.outside)
      explored.reason = folder.rest.reason ?? explored.reason
      return await merged(folder.states, explored, bounds)
    }
  }

  private func merged(
    _ states: [StateKey: ExploredState], _ explored: ExploredStates, _ bounds: ExplorationBounds
  ) async -> Exploration {
    var states = states
    for state in explored.states { states[state.key] = state }
    let graph = graph(bounds, .none)
    graph.add(StatesInOrder(states).states)
    if let reason = explored.reason { graph.findings.add(reason) }
    var exploration = await graph.run()
    exploration.leftOut = explored.leftOut.sorted()
    exploration.readTimes = explored.readTimes.sorted()
    exploration.outside = explored.outside.sorted()
    if let violation = exploration.violation { exploration.outcome = .violated(await explained(violation)) }
    return exploration
  }

  /// Finds out what each process must know, in a small exploration that is the same in all of them.
  private func inShards<Result>(
    _ maximumRunning: Int, _ body: (ExplorationBounds) async throws -> Result
  ) async rethrows -> Result {
    let bounds = ExplorationBounds(
      depth: .max, maximumRunning: maximumRunning, maximumSchedules: .max, isReduced: false)
    return try await withWatchdog {
      let fixed = FixedIdentifiers()
      return try await FixedIdentifiers.$current.withValue(fixed) {
        while true {
          let first = ScheduleGraph(self, bounds, .none, ExplorationProgress(isSilent: true))
          _ = await first.search(statesBeforeAssumptions ?? Self.statesBeforeAssumptions.unnamed)
          if !fixed.use(), !first.isToBeRepeated { break }
        }
        return try await body(bounds)
      }
    }
  }

  private func graph(
    _ bounds: ExplorationBounds, _ shard: Shard, isSilent: Bool = true
  ) -> ScheduleGraph<Subject, State> {
    ScheduleGraph(self, bounds, .none, ExplorationProgress(isSilent: isSilent), shard: shard)
  }
}

/// Why a process cannot explore its part, or merge the parts.
public enum ShardError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A value of `EXPLORATION_SHARD` that is not the number of a shard and the number of all of them.
  case impossibleShard(String)
  /// A file, by its path, that no shard has written as a whole.
  case damagedFile(String)

  /// What to do.
  public var description: String {
    switch self {
    case .impossibleShard(let shard):
      "EXPLORATION_SHARD is “\(shard)”; it must be the number of a shard and of all, such as 3/16"
    case .damagedFile(let path):
      "\(path) is damaged; remove it, and run the shards again"
    }
  }
}

extension ScheduleGraph {
  /// Adds states that other processes have explored.
  func add(_ states: [StateKey: ExploredState]) {
    add(states.values.sorted { ($0.length, $0.key.first) < ($1.length, $1.key.first) })
  }

  /// Adds states that other processes have explored, of which the first is the initial one.
  ///
  /// Those of their steps that lead to states which no process has explored are taken again, or left out.
  func add(_ states: [ExploredState]) {
    guard states.first?.length == 0 else { return }
    var numbers: [StateKey: Int] = [:]
    for state in states {
      numbers[state.key] = nodes.count
      identities.insert(state.key)
      state.add(to: nodes, maximumRunning: bounds.maximumRunning)
      map.add()
    }
    for (state, node) in zip(states, nodes) where !state.steps.isEmpty {
      let left = state.steps.filter { $0.to.map { numbers[$0] == nil && shard?.takesOver($0) == true } ?? false }
      let taken = state.steps.filter { $0.to.map { numbers[$0] != nil } ?? true }
      node.choices = (taken + left).map(\.choice)
      for step in taken {
        let edge = step.edge(from: node, to: step.to.flatMap { numbers[$0] }.map { nodes[$0] })
        if edge.isViolation { violations.append((node.number, node.edges.count)) }
        node.append(edge)
      }
      for (choice, step) in zip(taken.count..., left) { node.handedOver[choice] = step.to }
    }
    noteDepths()
    if let nearest = violations.map({ nodes[$0.node].depth }).min() { horizon = nearest + 1 }
    for node in nodes.indices { noteIsOpen(node) }
  }

  private func noteDepths() {
    nodes[0].depth = 0
    var reached = [nodes[0]]
    var next = 0
    while next < reached.count {
      let node = reached[next]
      next += 1
      for (choice, edge) in node.edges.enumerated() where !edge.isViolation && nodes[edge.to].depth == .max {
        nodes[edge.to].depth = node.depth + 1
        nodes[edge.to].parent = (node.number, choice)
        reached.append(nodes[edge.to])
      }
    }
  }

  /// What it has explored since it was asked last.
  func explored(onlyFinished: Bool) -> ExploredStates {
    let new = nodes.filter { !$0.isFromFolder && (!onlyFinished || !$0.isUnfinished) }
    defer { if onlyFinished { for node in new { node.isFromFolder = true } } }
    return ExploredStates(
      states: new.map { ExploredState($0, identities.keys) }, leftOut: Set(identities.leftOut),
      readTimes: Set(identities.readTimes), outside: Set(findings.outside),
      reason: findings.reason ?? unrepeatable)
  }

  /// Why a part cannot be explored by itself.
  private var unrepeatable: String? {
    let cure = "only after many states: explore in one process"
    if isToBeRepeated { return "an invariant asks for the state before a step \(cure)" }
    if FixedIdentifiers.current?.hasFound == true { return "an identifier comes back \(cure)" }
    return nil
  }
}
