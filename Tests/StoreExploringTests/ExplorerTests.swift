import Core
import StoreExploring
import Testing

@MainActor
struct ExplorerTests {
  @Test func probe() async {
    let invariants: [Invariant<RacingStore, SignInState>] = [
      .always("whoever has signed out stays signed out") { moment in
        guard let logout = moment.events.firstIndex(where: { event in
          if case .returned(let run) = event { run.name == "logout" } else { false }
        }) else { return true }
        let startedAfter = moment.events[logout...].contains { if case .started(let run) = $0 { run.name == "login" } else { false } }
        return startedAfter || moment.state == .signedOut
      }
    ]
    let clock = ContinuousClock()
    var result: Exploration?
    let time = await clock.measure {
      result = await signInExplorer(RacingStore.self, invariants).explore(depth: 7)
    }
    print(result!, time)
    print(result!.machine.mermaid, result!.machine.table)
    let steady: [Invariant<SteadyStore, SignInState>] = [
      .whenQuiet("it is not loading") { $0.state != .loading } ]
    for memory in [nil, { AnyHashable($0.state) }] as [((SteadyStore) -> AnyHashable)?] {
    let time2 = await clock.measure {
      result = await signInExplorer(SteadyStore.self, steady, remembering: memory).explore(depth: 7)
    }
    print(result!, time2)
    let perSecond = Double(result!.schedules) / (time2 / .seconds(1))
    print("\(Int(perSecond)) schedules per second")
    print(result!.machine.mermaid, result!.machine.table)
    }
  }
}
