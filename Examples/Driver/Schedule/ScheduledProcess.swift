#if Driver
  import Authentication
  import Core
  import ExampleApp
  import Feed
  import Foundation
  import MyPage
  import StoreExploring

  /// A process of a scheduled app, on what outlives it.
  @MainActor
  package final class ScheduledProcess {
    /// What its player has written since the last step.
    @MainActor
    final class Log {
      private var entries: [TranscriptEntry] = []
      private var failure: ScriptError?

      func add(_ entry: TranscriptEntry) {
        // The step has a title of its own.
        if case .line = entry { return }
        entries.append(entry)
      }

      func add(_ error: ScriptError) { failure = error }

      func takeEntries() -> [TranscriptEntry] {
        defer { entries = [] }
        return entries
      }

      func takeFailure() -> ScriptError? {
        defer { failure = nil }
        return failure
      }
    }

    let world: ScheduledWorld
    let player: Player
    let log: Log
    private let launch: ScheduledLaunch

    private init(_ launch: ScheduledLaunch, _ world: ScheduledWorld) {
      let log = Log()
      (self.launch, self.world, self.log) = (launch, world, log)
      let environment = launch.environment
      let backend = DriverBackend(
        faults: launch.faults, now: environment.now, makeRepositories: environment.makeRepositories)
      player = Player(
        environment, on: backend,
        transcript: { entry in
          if !world.isExplored { log.add(entry) }
        })
    }

    /// Launches the first process of a new world.
    static func makeFirst(
      _ dependencies: ControlledDependencies, _ world: ScheduledWorld, _ make: ScheduledApp.MakeApp
    ) -> ScheduledProcess {
      ScheduledProcess(make(world), world).launched(dependencies)
    }

    /// Launches the next process, when this one is killed.
    func makeNext(_ dependencies: ControlledDependencies) -> ScheduledProcess {
      ScheduledProcess(launch, world).launched(dependencies)
    }

    private func launched(_ dependencies: ControlledDependencies) -> ScheduledProcess {
      world.use(dependencies)
      Task { await player.launch() }
      return self
    }

    /// What decides what comes next, on storages in memory and the fake backend.
    var fingerprint: StateFingerprint {
      let root = player.root
      return StateFingerprint(root, ignoring: ["routeTask"]).merging(
        StateFingerprint(Memories(root, server: world.backend?.content ?? [])))
    }

    /// Plays a line of a script; where it fails, the log says why.
    func play(_ line: ScriptLine) async {
      do throws(ScriptError) { try await player.play(line) } catch { if !world.isExplored { log.add(error) } }
      if launch.isHasty, line.words.first == "login" { await player.root.resume() }
    }
  }

  /// What the Stores, the session, the storages and the server remember, in properties that a fingerprint reads.
  private final class Memories {
    let auth: AuthMemory
    let feed: FeedMemory
    let outbox: OutboxMemory
    let myPage: MyPageMemory
    let session: AnyHashable
    let storedSession: StoredSession?
    let flags: Set<User.ID>?
    let drafts: [User.ID: Drafts]?
    let snapshots: [User.ID: [String: AnyHashable]]?
    let server: [AnyHashable]

    @MainActor
    init(_ root: AppRoot, server: [AnyHashable]) {
      (auth, feed, outbox, myPage) = (root.auth.memory, root.feed.memory, root.outbox.memory, root.myPage.memory)
      session = root.session.memory
      let storages = root.environment.storages
      storedSession = (storages.session as? InMemorySessionStorage)?.load()
      flags = (storages.flags as? InMemorySavedFlagStorage)?.content
      drafts = (storages.drafts as? InMemoryDraftStorage)?.content
      snapshots = (storages.snapshots as? InMemorySnapshotStorage)?.content
      self.server = server
    }
  }

  extension StoreExplorer<ScheduledProcess, AppState> {
    /// Explores the processes of an app, whose actions are the lines of a script.
    package init(_ make: @escaping ScheduledApp.MakeApp, start: Date) {
      self.init(make, start: start, actions: [])
    }

    init(
      _ make: @escaping ScheduledApp.MakeApp, start: Date, typed: TypedLines = TypedLines(),
      actions: [StoreAction<ScheduledProcess>], invariants: [Invariant<ScheduledProcess, AppState>] = [],
      canBeKilled: Bool = true
    ) {
      let relaunch: @MainActor (ScheduledProcess, ControlledDependencies) async -> ScheduledProcess = {
        $0.makeNext($1)
      }
      self.init(
        state: \ScheduledProcess.player.root.state, actions: actions, invariants: invariants, stateName: \.name,
        fingerprint: \.fingerprint,
        relaunch: canBeKilled ? relaunch : nil
      ) { dependencies in
        .makeFirst(dependencies, ScheduledWorld(start: start), make)
      }
      actionNamed = typed.action
    }
  }

  extension AppState {
    /// The cases, which tell the states apart that a reader of a schedule looks for.
    package var name: String {
      let screen =
        switch screen {
        case .launch: "launch"
        case .login: "login"
        case .home(let destination): "home \(StateName.ofCase(destination))"
        }
      let posts =
        outbox.unsent.isEmpty ? "" : ", unsent \(outbox.unsent.map { "\($0.progress)" }.joined(separator: " "))"
      return "\(screen): \(StateName.ofCase(auth)), \(StateName.ofCase(feed)), \(StateName.ofCase(myPage))\(posts)"
    }
  }
#endif
