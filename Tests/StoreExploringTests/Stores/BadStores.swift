import Core
import Observation

/// Keeps only the pages it knew of when it asked: two pages at once are one.
@MainActor @Observable
final class PageLosingStore {
  private(set) var state: [String] = []
  private let page: AnyUseCase<Void, String, Never>

  init(page: AnyUseCase<Void, String, Never>) {
    self.page = page
  }

  func loadMore() async {
    let before = state
    state = before + [await page.execute()]
  }
}

/// Goes on loading when its work was cancelled.
@MainActor @Observable
final class StuckStore {
  private(set) var state = NumberStore.State.idle
  private let load: AnyUseCase<Void, Int, NumberStore.Failure>

  init(load: AnyUseCase<Void, Int, NumberStore.Failure>) {
    self.load = load
  }

  func load() async {
    guard state != .loading else { return }
    state = .loading
    do throws(NumberStore.Failure) {
      state = .loaded(try await load.execute())
    } catch {
      switch error {
      case .offline: state = .failed("offline")
      case .cancelled: break
      }
    }
  }
}

/// Sends a post once more for a second tap.
@MainActor @Observable
final class TwicePostingStore {
  private(set) var state: [String] = []
  private let post: AnyUseCase<String, Void, Never>

  init(post: AnyUseCase<String, Void, Never>) {
    self.post = post
  }

  func post(_ text: String) async {
    await post.execute(text)
    state.append(text)
  }
}

/// Starts work that it does not await.
@MainActor @Observable
final class ForgettingStore {
  private(set) var state = NumberStore.State.idle
  private let load: AnyUseCase<Void, Int, NumberStore.Failure>

  init(load: AnyUseCase<Void, Int, NumberStore.Failure>) {
    self.load = load
  }

  func load() async {
    state = .loading
    Task {
      if let number = try? await load.execute() { state = .loaded(number) }
    }
  }

  func loadElsewhere() async {
    let load = load
    _ = await Task.detached { try? await load.execute() }.value
  }

  func loadAtOnce() async {
    state = .loading
    Task.immediate {
      if let number = try? await load.execute() { state = .loaded(number) }
    }
  }

  func loadNothing() async {
    state = .loading
    Task { state = .idle }
  }

  /// Asks again for as long as it is told nothing, whoever has gone.
  func poll() async {
    Task {
      while state != .loaded(1) { _ = try? await load.execute() }
    }
  }
}

/// Takes a second login for the latest wish, though it does nothing for it.
@MainActor @Observable
final class OverhastyStore: SignInStore {
  private(set) var state = SignInState.signedOut
  @ObservationIgnored private var wish = LatestWish()
  private let loginUseCase: AnyUseCase<Void, String, SignInFailure>

  init(login: AnyUseCase<Void, String, SignInFailure>, logout: AnyUseCase<Void, Void, SignInFailure>) {
    loginUseCase = login
  }

  func login() async {
    let ticket = wish.begin()
    guard state != .loading else { return }
    state = .loading
    let user = try? await loginUseCase.execute()
    if wish.isLatest(ticket) { state = user.map { .signedIn($0) } ?? .signedOut }
  }

  func logout() async {}
}

/// A second call joins the task that the first one started.
@MainActor @Observable
final class JoiningStore {
  private(set) var state = NumberStore.State.idle
  private var task: Task<Void, Never>?
  private let load: AnyUseCase<Void, Int, NumberStore.Failure>

  init(load: AnyUseCase<Void, Int, NumberStore.Failure>) {
    self.load = load
  }

  func load() async {
    if let task { return await task.value }
    let task = Task {
      state = .loading
      do throws(NumberStore.Failure) {
        state = .loaded(try await load.execute())
      } catch {
        state = .failed("\(error)")
      }
      self.task = nil
    }
    self.task = task
    await task.value
  }
}
