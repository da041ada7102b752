import Foundation

/// All that the fake backend remembers.
struct FakeState: Sendable {
  let configuration: FakeConfiguration
  var requests: [HTTPRequest] = []
  var faults: [FakeFault] = []
  var authentication: FakeAuthentication
  var feed: FakeFeed
  var profiles: FakeProfiles

  init(_ configuration: FakeConfiguration) {
    self.configuration = configuration
    authentication = FakeAuthentication(configuration)
    feed = FakeFeed(configuration)
    profiles = FakeProfiles(configuration)
  }

  mutating func record(_ request: HTTPRequest) {
    guard configuration.recordedRequests > 0 else { return }
    // Room for twice as many, so that the oldest leave in one move and not one by one.
    if requests.count >= 2 * configuration.recordedRequests {
      requests.removeFirst(requests.count - configuration.recordedRequests + 1)
    }
    requests.append(request)
  }

  mutating func takeFault(for request: HTTPRequest) -> FakeOutcome? {
    guard let index = faults.firstIndex(where: { $0.method == request.method && $0.path == request.path }) else {
      return nil
    }
    faults[index].remaining -= 1
    defer { if faults[index].remaining <= 0 { faults.remove(at: index) } }
    return faults[index].outcome
  }

  mutating func endSessions() {
    authentication.tokens.removeAll()
  }
}
