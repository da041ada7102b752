import Core
import Observation

@MainActor @Observable
final class LightStore {
  private(set) var state = "off"
  private(set) var notice: String?
  private let power: AnyUseCase<Void, Void, Never>

  init(power: AnyUseCase<Void, Void, Never> = AnyUseCase { _ in }) {
    self.power = power
  }

  func toggle() async {
    state = "waiting"
    await power.execute()
    state = "on"
    notice = "It is on."
  }
}
