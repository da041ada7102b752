#if Network
  import Authentication
  import Core
  import ExampleApp
  import Feed
  import Foundation
  import MyPage

  // Every string of a page comes from a State or the Messages of its Store.
  extension WebSession {
    /// Renders what a tab at a link shows.
    func page(at link: DeepLink, _ templates: Templates) -> Page {
      let link = place(at: link)
      let writer = PageWriter(session: self, link: link, templates: templates)
      let (title, content) = writer.content()
      let steps = inspection.map { [past($0, templates, at: link.path)] } ?? []
      return Page(
        path: link.path, title: "\(title) – FOCAL", frame: steps + [writer.header(), writer.notices()],
        content: content,
        isLoading: writer.isLoading)
    }
  }

  @MainActor
  private struct PageWriter {
    /// The number of lines that are shown of a longer post.
    private static let shownLines = 12

    let session: WebSession
    let link: DeepLink
    let templates: Templates

    private var root: AppRoot { session.root }
    private var language: Language { root.environment.language }

    /// Whether the page shows a request in progress, which a browser without a script sees by asking again.
    var isLoading: Bool {
      switch link {
      case .signIn, .signUp: root.auth.state == .loading
      case .timeline:
        root.feed.state == .loading || root.outbox.state.isSending
          || root.feed.state.content.map { $0.reading != .idle } ?? false
      // What is typed would be lost.
      case .compose: false
      case .myPage:
        root.auth.isDeletingAccount || root.myPage.state == .loading
          || root.myPage.state.content.map { $0.activity != .idle } ?? false
      }
    }

    func content() -> (title: String, parts: [Page.Part]) {
      switch link {
      case .signIn: (root.auth.messages.login, [login(.signIn)])
      case .signUp: (root.auth.messages.signUp, [login(.signUp)])
      case .timeline: (timelineTitle, timeline())
      case .compose(let replyTo): compose(session.composer(replyTo))
      case .myPage: myPage()
      }
    }

    // MARK: Frame

    func header() -> Page.Part {
      var values = values()
      if session.inspection != nil {
        values["side"] = ["path": Inspection.path, "label": "Inspector"] as Templates.Values
      }
      if session.isSignedIn {
        let messages = AppMessages(language: language)
        if case .signedIn(let user) = root.auth.state { values["welcome"] = messages.welcome(user.name) }
        values["user"] =
          [
            "logout": messages.logout, "timeline": messages.timeline,
            "timelinePath": DeepLink.timeline(root.feed.timelines.chosen).path, "myPage": messages.myPage,
            "isTimeline": link != .myPage, "isMyPage": link == .myPage,
          ] as Templates.Values
      }
      return part("header", "header", values)
    }

    func notices() -> Page.Part {
      var notices = [("auth", passwordRefusal == nil ? root.auth.notice : nil, root.auth.messages.common)]
      switch link {
      case .signIn, .signUp: break
      case .timeline, .compose:
        notices.append(("feed", root.feed.notice, root.feed.messages.common))
        let refusal = root.outbox.refusal(replyTo: composedReply)
        let notice = root.outbox.notice
        notices.append(("outbox", notice == refusal ? nil : notice, root.outbox.messages.common))
      case .myPage:
        notices.append(("mypage", profileRefusal == nil ? root.myPage.notice : nil, root.myPage.messages.common))
      }
      var values = values()
      values["notices"] = notices.compactMap { store, notice, common -> Templates.Values? in
        guard let notice else { return nil }
        let isRetry = notice.action == .retry
        return [
          "store": store, "kind": notice.kind == .success ? "success" : "failure",
          "icon": notice.kind == .success ? "M4 12.5l5 5L20 6.5" : "M12 8v5M12 16.5h.01M12 3l9.5 17h-19z",
          "noticeTitle": notice.title, "noticeText": notice.text, "button": notice.button,
          "action": isRetry ? "\(store)-retry" : store, "isRetry": isRetry, "cancel": common.cancel,
        ]
      }
      return part("notices", "notices", values)
    }

    /// The post that the composer of the page replies to.
    private var composedReply: Post.ID? {
      if case .compose(let replyTo) = link { replyTo } else { nil }
    }

    /// The notice that the password in the question about the account is wrong, where that is shown.
    private var passwordRefusal: Notice? { link == .myPage ? root.auth.passwordRefusal : nil }

    /// The field of the profile that the notice says is wrong, where the form is shown.
    private var profileRefusal: (field: String, text: String)? {
      guard root.myPage.isRegisterOffered, let notice = root.myPage.notice, case .invalidInput(let field) = notice.kind
      else { return nil }
      return (field, notice.text)
    }

    /// The name under which a browser keeps what its user types in a form.
    private func keep(_ form: String) -> String { "\(root.session.current?.user.id ?? "") \(form)" }

    // MARK: Authentication

    private func login(_ purpose: LoginPurpose) -> Page.Part {
      let messages = root.auth.messages
      var values = passwordForm(isBusy: root.auth.state == .loading)
      values["title"] = messages.title
      values["email"] = messages.email
      values["enteredEmail"] = session.enteredEmail
      values["providers"] = root.environment.providers.map { provider -> Templates.Values in
        ["provider": provider.id.urlEncoded, "label": messages.login(with: provider)]
      }
      if case .error(let text) = root.auth.state { values["error"] = text }
      if purpose == .signIn, let account = session.exampleAccount {
        values.merge([
          "example": true, "exampleLabel": WebMessages(language: language).example, "exampleEmail": account.email,
          "examplePassword": account.password.rawValue,
        ]) { $1 }
      }
      values["errorTitle"] = root.auth.errorTitle
      values["isEmailRefused"] = root.auth.isEmailRefused
      values["isPasswordRefused"] = root.auth.isPasswordRefused
      switch purpose {
      case .signIn:
        values["action"] = "/signin"
        values["submit"] = messages.login
        values["autocomplete"] = "current-password"
        if root.auth.capabilities.contains(.signUp) {
          values["other"] = ["path": DeepLink.signUp.path, "label": messages.signUp] as Templates.Values
        }
      case .signUp:
        values["action"] = "/signup"
        values["submit"] = messages.signUp
        values["autocomplete"] = "new-password"
        values["other"] = ["path": DeepLink.signIn.path, "label": messages.login] as Templates.Values
      }
      // The identifier differs, so that a password typed into one form does not move to the other.
      values["id"] = purpose == .signIn ? "signin" : "signup"
      var part = part(purpose == .signIn ? "signin" : "signup", "login", values)
      part.hasKey = true
      return part
    }

    /// The values of a form of Authentication, which asks for a password.
    private func passwordForm(isBusy: Bool) -> Templates.Values {
      let messages = root.auth.messages
      return values().merging(
        ["password": messages.password, "loading": messages.common.loading, "isBusy": isBusy]
      ) { $1 }
    }

    // MARK: Feed

    private var timelineTitle: String {
      root.feed.timelines.chosen?.post == nil ? root.feed.messages.title : root.feed.messages.thread
    }

    private func timeline() -> [Page.Part] {
      let store = root.feed
      let messages = store.messages
      var values = values()
      values["title"] = timelineTitle
      values["refresh"] = messages.refresh
      values["loading"] = messages.common.loading
      if let content = store.state.content {
        values["isRefreshOffered"] = true
        values["isRefreshing"] = content.reading == .refreshing
        values["kept"] = content.keptAt.map(messages.keptLine)
        values["waiting"] = messages.waitingLine(store.waitingReactions.count)
      }
      if let count = store.state.content?.unread.count, count > 0 { values["newPosts"] = messages.newPostsLine(count) }
      let heading = [part("feed", "feed", values)] + timelineLinks() + write() + unsentPosts()
      switch store.state {
      case .idle, .loading:
        return heading + [message(messages.common.loading, isLoading: true)]
      case .loaded(let content):
        let posts = posts(content)
        if content.hasMore && session.hasRoomForPosts { return heading + posts + [more(content)] }
        // A thread has no older posts to miss.
        return heading + posts + (content.hasMore || root.feed.timelines.chosen?.post == nil ? [end(content)] : [])
      case .empty:
        return heading + [message(messages.empty)]
      case .notAuthorized:
        return heading + [message(messages.common.notAuthorized, link: (DeepLink.signIn.path, messages.signIn))]
      case .error(let text):
        return heading + [message(text, isError: true, retry: ("/timeline/load", messages.common.retry))]
      }
    }

    /// The timelines to choose from, in every state, so that one that cannot be read can be left.
    private func timelineLinks() -> [Page.Part] {
      let timelines = root.feed.timelines
      let choices = timelines.choices(messages: root.feed.messages)
      guard !choices.isEmpty else { return [] }
      var values = values()
      values["title"] = WebMessages(language: language).timelines
      values["choices"] = choices.map { id, title -> Templates.Values in
        let path = DeepLink.timeline(id).path
        return ["id": path.urlEncoded, "path": path, "label": title, "isChosen": id == timelines.chosen]
      }
      return [part("timelines", "timelines", values)]
    }

    /// The composer of the timeline, where posts can be read.
    private func write() -> [Page.Part] {
      guard root.feed.state.content != nil, root.feed.timelines.chosen?.post == nil,
        root.feed.capabilities.contains(.posts)
      else { return [] }
      var values = composer(nil)
      if case .signedIn(let user) = root.auth.state { values.merge(avatar(user.name, of: user.name)) { $1 } }
      return [part("write", "write", values)]
    }

    /// The posts that are not sent, in every state, because they belong to the user and not to a timeline.
    private func unsentPosts() -> [Page.Part] {
      let messages = root.feed.messages
      let outbox = root.outbox.state
      guard !outbox.unsent.isEmpty else { return [] }
      var values = values()
      values["title"] = messages.unsent
      values["retry"] = messages.common.retry
      values["loading"] = messages.common.loading
      values["confirm"] = messages.discard
      values["question"] = messages.discardQuestion
      values["posts"] = outbox.unsent.map { post -> Templates.Values in
        var values: Templates.Values = [
          "draft": post.id.urlEncoded, "text": post.draft.text, "isRetrying": post.progress != .waiting,
          "isSending": post.progress == .sending, "action": "/drafts/\(post.id.urlEncoded)/discard",
          "quote": post.draft.text,
        ]
        if post.progress == .waiting { values["failure"] = post.failure.map { messages.text(for: $0, doing: .post) } }
        return values
      }
      return [part("unsent", "unsent", values)]
    }

    private func posts(_ content: FeedContent) -> [Page.Part] {
      var rendered: [String: RenderedPost] = [:]
      let parts = content.posts.indices.map { index in
        let row = content.row(at: index, messages: root.feed.messages)
        let isDeleteOffered = root.feed.isDeleteOffered(for: content.posts[index])
        let id = "post-\(row.id.urlEncoded)"
        let last = session.renderedPosts[id].flatMap {
          $0.path == link.path && $0.row == row && $0.isDeleteOffered == isDeleteOffered ? $0 : nil
        }
        let html = last?.html ?? html(of: row, id, isDeleteOffered)
        let post = RenderedPost(path: link.path, row: row, isDeleteOffered: isDeleteOffered, html: html)
        rendered[id] = post
        return Page.Part(id: id, html: post.html)
      }
      session.renderedPosts = rendered
      return parts
    }

    private func html(of row: PostRow, _ id: String, _ isDeleteOffered: Bool) -> String {
      let messages = root.feed.messages
      let capabilities = root.feed.capabilities
      var values = quoted(row)
      values.merge([
        "id": id, "actions": true, "replyPath": DeepLink.compose(replyTo: row.id).path,
        "post": row.id.urlEncoded, "reaction": row.post.isLiked ? "unlike" : "like",
        "isLiked": row.post.isLiked,
        "count": "\(row.post.likes)",
        "likes": messages.likes.replacing("%@", with: "\(row.post.likes)"),
      ]) { $1 }
      values["replyLine"] = row.replyLine
      values["isChosen"] = link == .timeline(.thread(of: row.id))
      if capabilities.contains(.threads) {
        // The fragment is for a browser without a script, which would show what the post answers first.
        values["thread"] = "\(DeepLink.timeline(.thread(of: row.id)).path)#\(id)"
      }
      if capabilities.contains(.replies) { values["replyButton"] = messages.replyButton }
      if capabilities.contains(.likes) { values["like"] = row.post.isLiked ? messages.unlike : messages.like }
      if isDeleteOffered {
        values["delete"] =
          [
            "confirm": messages.delete, "question": messages.deleteQuestion, "quote": row.text,
            "action": "/posts/\(row.id.urlEncoded)/delete",
          ] as Templates.Values
      }
      return templates.render("post", values)
    }

    /// The values of a post without its actions.
    private func quoted(_ row: PostRow) -> Templates.Values {
      let lines = row.text.split(separator: "\n", omittingEmptySubsequences: false)
      var values = values()
      values.merge([
        "id": "quoted", "authorName": row.authorName, "handle": row.handle,
        "date": "\(row.date) \(zone(at: row.post.createdAt))",
        "datetime": row.post.createdAt.formatted(.iso8601),
        "text": lines.prefix(Self.shownLines).joined(separator: "\n"),
      ]) { $1 }
      values.merge(avatar(row.authorName, of: row.handle)) { $1 }
      if lines.count > Self.shownLines {
        values["rest"] = lines.dropFirst(Self.shownLines).joined(separator: "\n")
        values["showMore"] = WebMessages(language: language).showMore
      }
      return values
    }

    /// The name of the time zone of dates, for a browser without a script, which cannot show that of its reader.
    private func zone(at date: Date) -> String {
      let zone = root.feed.messages.date.timeZone
      return zone.secondsFromGMT(for: date) == 0 ? "UTC" : zone.abbreviation(for: date) ?? zone.identifier
    }

    /// The values of an avatar: the first letter of a name, in a color that an author keeps.
    private func avatar(_ name: String, of author: String) -> Templates.Values {
      [
        "initial": String(name.first ?? " "),
        "hue": "\(author.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % 8)",
      ]
    }

    /// Why there are no further posts.
    private func end(_ content: FeedContent) -> Page.Part {
      let limit = WebMessages(language: language).longTimeline
      let text = content.hasMore ? limit.replacing("%@", with: "\(content.posts.count)") : root.feed.messages.end
      return part("end", "end", ["text": text])
    }

    private func more(_ content: FeedContent) -> Page.Part {
      var values = values()
      values["label"] = root.feed.messages.loadMore
      values["loading"] = root.feed.messages.common.loading
      values["isLoading"] = content.reading == .loadingMore
      values["isDisabled"] = content.reading != .idle
      return part("more", "more", values)
    }

    private func compose(_ composer: FeedComposer) -> (title: String, parts: [Page.Part]) {
      let store = root.feed
      let messages = store.messages
      let title = composer.replyTo == nil ? messages.compose : messages.replyButton
      var values = self.composer(composer.replyTo)
      values["title"] = title
      values["replyLine"] = composer.replyLine(messages: messages)
      if let content = store.state.content, let index = content.posts.firstIndex(where: { $0.id == composer.replyTo }) {
        values["quoted"] = templates.render("post", quoted(content.row(at: index, messages: messages)))
      }
      values["cancelPath"] = DeepLink.timeline(store.timelines.chosen).path
      return (title, [part("compose", "compose", values)])
    }

    /// The values of a composer.
    private func composer(_ replyTo: Post.ID?) -> Templates.Values {
      let messages = root.feed.messages
      let webMessages = WebMessages(language: language)
      var values = values()
      values["label"] = replyTo == nil ? messages.compose : messages.replyButton
      values["placeholder"] = replyTo == nil ? webMessages.writePrompt : webMessages.replyPrompt
      values["maximum"] = "\(FeedUseCase.maximumLength)"
      values["limit"] = webMessages.limit.replacing("%@", with: "\(FeedUseCase.maximumLength)")
      values["draft"] = root.outbox.state.text(replyTo: replyTo)
      values["send"] = messages.send
      values["replyTo"] = replyTo
      values["refusal"] = root.outbox.refusal(replyTo: replyTo)?.text
      values["keep"] = keep("compose \(replyTo ?? "")")
      values["key"] = session.postKey
      return values
    }

    // MARK: MyPage

    private func myPage() -> (title: String, parts: [Page.Part]) {
      let store = root.myPage
      let messages = store.messages
      let content = store.state.content
      var values = values()
      values["loading"] = messages.common.loading
      let isFormShown = store.isRegisterOffered
      switch store.state {
      case .idle, .loading: values["isLoading"] = true
      case .loaded: break
      case .error(let text):
        values["failure"] =
          ["failureTitle": messages.readFailedTitle, "text": text, "retry": messages.common.retry] as Templates.Values
      }
      let title = isFormShown ? messages.formTitle : messages.title
      values["title"] = title
      values["isBusy"] = content.map { $0.activity != .idle } ?? false
      if isFormShown { values["form"] = profileForm(content) }
      if let profile = content?.profile {
        values["profile"] = [
          "lines": [
            (messages.nameLabel, profile.name), (messages.genderLabel, profile.gender),
            (messages.createdAtLabel, profile.createdAt),
          ].map { label, value -> Templates.Values in ["term": label, "value": value] }
        ]
      }
      values["kept"] = content?.keptAt.map(messages.keptLine)
      if let content, content.isFetchOffered { values["fetch"] = messages.fetch }
      if let content, content.isDeleteOffered {
        values["delete"] =
          [
            "confirm": messages.delete, "question": messages.deleteQuestion, "action": "/mypage/delete",
            "isDeleting": content.activity == .deleting,
          ] as Templates.Values
      }
      let account = root.auth.capabilities.contains(.accountDeletion) ? [account()] : []
      return (title, [part("mypage", "mypage", values)] + account)
    }

    private func account() -> Page.Part {
      var values = passwordForm(isBusy: root.auth.isDeletingAccount)
      values["confirm"] = root.auth.messages.deleteAccount
      values["question"] = root.auth.messages.deleteAccountPrompt
      values["action"] = "/account/delete"
      values["refusal"] = passwordRefusal?.text
      return part("account", "account", values)
    }

    private func profileForm(_ content: MyPageContent?) -> Templates.Values {
      let messages = root.myPage.messages
      let form = content?.form ?? ProfileInput()
      let choices = root.myPage.genderChoices
      var values: Templates.Values = [
        "nameTitle": messages.name, "required": messages.required, "name": form.name, "register": messages.register,
        "isSaving": content?.activity == .saving,
      ]
      values["keep"] = keep("profile")
      if let refusal = profileRefusal { values["\(refusal.field)Refusal"] = refusal.text }
      if !choices.isEmpty {
        values["gender"] =
          [
            "genderTitle": messages.gender,
            "choices": choices.map { code, label -> Templates.Values in
              ["code": "\(code)", "label": label, "isChosen": code == form.gender]
            },
          ] as Templates.Values
      }
      return values
    }

    // MARK: Parts

    /// A message in place of a screen’s content.
    private func message(
      _ text: String, isLoading: Bool = false, isError: Bool = false, link: (path: String, label: String)? = nil,
      retry: (path: String, label: String)? = nil
    ) -> Page.Part {
      var values = values()
      values["text"] = text
      values["isLoading"] = isLoading
      values["isError"] = isError
      values["link"] = link.map { ["path": $0.path, "label": $0.label] as Templates.Values }
      values["retry"] = retry.map { ["path": $0.path, "label": $0.label] as Templates.Values }
      return part("message", "message", values)
    }

    private func part(_ id: String, _ template: String, _ values: Templates.Values) -> Page.Part {
      Page.Part(id: id, html: templates.render(template, values))
    }

    /// The values that every template shows.
    private func values() -> Templates.Values {
      let messages = WebMessages(language: language)
      return [
        "token": session.formToken.text, "at": link.path, "navigation": messages.navigation,
        "noticesLabel": messages.notices, "cancel": root.auth.messages.common.cancel,
      ]
    }
  }
#endif
