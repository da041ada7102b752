#if Driver
  import StoreExploring

  /// The page of a feature's documentation that shows what its Store does in which state.
  struct StateGraph {
    /// The Store's type.
    let type: String
    /// The Store as a command names it.
    let store: StoreName
    /// What the Store does in every order in which its actions can start, be answered and be cancelled.
    let exploration: Exploration

    /// The page, in Markdown.
    var page: String {
      """
      # The state machine of \(type)

      The states of ``\(type)``, and the ways from one to the next.

      ## Overview

      `swift run focal graph \(store.rawValue)` writes this page. It runs the Store through every order in which its actions can start,
      be answered and be cancelled, up to \(exploration.bounds.depth) steps with \(exploration.bounds.maximumRunning) actions at once: \(exploration.schedules) schedules, without
      those that begin like an earlier one to which nothing new can follow. A test holds the page to the Store.

      ### From state to state

      ```mermaid
      \(exploration.machine.mermaid)```

      ### What an action begins

      An action that is ignored returns at once and leaves the state unchanged.

      \(exploration.machine.table)
      """
    }
  }

  extension StateGraph {
    /// Explores a Store.
    ///
    /// - Parameter store: The Store.
    @MainActor
    init(of store: StoreName) async {
      self.store = store
      switch store {
      case .auth: (type, exploration) = ("AuthStore", await Self.authentication.explore(depth: 4, maximumRunning: 2))
      case .feed: (type, exploration) = ("FeedStore", await Self.feed.explore(depth: 5, maximumRunning: 2))
      case .mypage: (type, exploration) = ("MyPageStore", await Self.myPage.explore(depth: 5, maximumRunning: 2))
      }
    }
  }
#endif
