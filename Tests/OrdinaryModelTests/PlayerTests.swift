import Foundation
import StoreExploring
import StoreTesting
import Testing

@MainActor
struct PlayerTests {
  @Test func `Play after pause within a second leaves two timers`() async {
    await expectViolation(of: "one timer runs", explorer(BuggyPlayerModel.init(queue:loader:output:)))
  }

  @Test func `A player has one timer`() async {
    await expectComplete(explorer(PlayerModel.init(queue:loader:output:)))
  }

  private func explorer<Model: Player>(
    _ make: @escaping @MainActor ([Track], any AudioLoader, any AudioOutput) -> Model
  ) -> StoreExplorer<Model, ObservedProperties> {
    StoreExplorer(
      actions: [
        StoreAction("play") { $0.play() },
        StoreAction("pause") { $0.pause() },
        StoreAction("next") { $0.next() },
      ],
      invariants: [.always("one timer runs") { player in player.calls.count { $0.name == "sleep" } < 2 }]
    ) { dependencies in
      let loader = Loader(
        load: dependencies.call("load") { track in
          [.success("loaded", AudioItem(trackID: track.id, duration: 2)), .failure("offline", Offline())]
        })
      return make(["1", "2"].map { Track(id: $0, title: $0, url: URL(filePath: $0)) }, loader, Output())
    }
  }
}

private struct Loader: AudioLoader {
  let load: @Sendable (Track) async throws -> AudioItem

  func load(_ track: Track) async throws -> AudioItem { try await load(track) }
}

private final class Output: AudioOutput {
  func prepare(_ item: AudioItem) {}
  func play() {}
  func pause() {}
  func seek(to position: TimeInterval) {}
}

@MainActor
private protocol Player: AnyObject {
  func play()
  func pause()
  func next()
}

extension PlayerModel: Player {}
extension BuggyPlayerModel: Player {}
