import Authentication
import ExampleApp
import Feed

extension AppRoot {
  /// The screen in one line, with what its views would show.
  func screenText(in language: AppLanguage) -> String {
    let (auth, app) = (language.auth, language.app)
    switch screen {
    case .launch:
      return "…"
    case .entrance(.signIn):
      return "\(auth.title)  [\(auth.email)] [\(auth.password)] (\(auth.login))"
    case .entrance(.signUp):
      return "\(auth.title)  [\(auth.email)] [\(auth.password)] (\(auth.signUp))"
    case .home(let place):
      return "\(greeting(in: app))  (\(app.logout))  \(text(for: place, in: language))"
    }
  }

  private func greeting(in messages: AppMessages) -> String {
    guard case .signedIn(let user) = auth.state else { return "" }
    return messages.welcome(user.name)
  }

  private func text(for place: HomeDestination, in language: AppLanguage) -> String {
    switch place {
    case .myPage: language.app.myPage
    case .timeline: language.app.timeline
    case .compose(nil, _): language.feed.compose
    case .compose(.some(let id), let screenName):
      "\(language.feed.replyButton) \(screenName.map { "@\($0)" } ?? "#\(id)")"
    }
  }
}
