#if Network
  import Authentication
  import Core
  import ExampleApp
  import Feed
  import Foundation
  import HTTPTypes
  import MyPage
  import StoreExploring
  import Synchronization
  import Testing

  @testable import Web

  @MainActor
  @Suite("Web pages", .timeLimit(.minutes(10)))
  struct WebPageTests {
    @Test func `A link is followed once its visitor has signed in`() async throws {
      let visit = WebVisit(try WebSite())
      try await visit.open("/timeline")
      #expect(visit.path == "/signin")
      try await visit.submit("/signin", ["email": "taro@example.com", "pass": "wrong"])
      #expect(visit.path == "/signin")
      #expect(visit.page.body.contains("<p>The email address or password is incorrect.</p>"))
      try await visit.submit("/signin", ["email": "taro@example.com", "pass": "password123"])
      #expect(visit.path == "/timeline")
      #expect(visit.page.body.contains("id=\"post-135\""))
      #expect(!visit.page.body.contains("password123"))
    }

    @Test func `What a server does not offer has no button and no page`() async throws {
      let visit = WebVisit(try WebSite(repositories: AppRepositories.readOnly))
      try await visit.open("/signup")
      #expect(visit.path == "/signin")
      #expect(!visit.page.body.contains("href=\"/signup\""))
      try await visit.signIn()
      #expect(visit.path == "/mypage")
      for action in ["/mypage/save", "/mypage/delete", "/account/delete"] {
        #expect(!visit.page.body.contains("action=\"\(action)\""))
      }
      #expect(visit.page.body.contains("action=\"/mypage/load\""))
      try await visit.open("/timeline")
      #expect(visit.page.body.contains("id=\"post-135\""))
      for part in ["href=\"/compose", "href=\"/post/", "/like\"", "/unlike\"", "/delete\""] {
        #expect(!visit.page.body.contains(part))
      }
      #expect(visit.page.body.contains("<time class=\"date\" "))
      for path in ["/compose", "/compose?reply_to=135", "/post/135"] {
        try await visit.open(path)
        #expect(visit.path == "/timeline")
      }
    }

    @Test func `Without a network the next sign-in shows what was shown last, and says from when it is`() async throws {
      let site = try WebSite(removesSnapshotsAtSignOut: false)
      let visit = WebVisit(site)
      try await visit.signIn()
      try await visit.open("/timeline")
      #expect(!visit.page.body.contains("As of"))
      try await visit.submit("/signout")
      try site.backend.fail(.get, "/v1/timeline", with: .fail(.offline))
      try await visit.signIn()
      try await visit.open("/timeline")
      #expect(visit.page.body.contains("<p class=\"hint\">As of "))
      #expect(visit.page.body.contains("id=\"post-135\""))
      #expect(visit.page.body.contains("Check your network connection."))
    }

    @Test func `A refused sign-in keeps the address in the form until a user is signed in`() async throws {
      let visit = WebVisit(try WebSite())
      try await visit.open("/signin")
      try await visit.submit("/signin", ["email": "taro@<example", "pass": "s3cret"])
      #expect(visit.page.body.contains("value=\"taro@&lt;example\""))
      #expect(!visit.page.body.contains("s3cret"))
      try await visit.signIn()
      try await visit.submit("/signout")
      #expect(!visit.page.body.contains("taro@"))
    }

    @Test func `The start page asks for a sign-in, or leads to the screen that is shown`() async throws {
      let visit = WebVisit(try WebSite())
      try await visit.open("/")
      #expect(visit.path == "/signin")
      try await visit.signIn()
      #expect(visit.path == "/mypage")
      for path in ["/", "/signin", "/signup"] {
        try await visit.open(path)
        #expect(visit.path == "/mypage")
      }
      try await visit.submit("/signout")
      #expect(visit.path == "/signin")
      #expect(visit.page.body.contains("<strong>Signed Out</strong>"))
      try await visit.submit("/notices/auth")
      #expect(!visit.page.body.contains("<strong>"))
    }

    @Test func `The sign-in screen offers the example account where there is one`() async throws {
      var configuration = WebConfiguration.patient
      for account in [nil, FakeAccount.taro] {
        configuration.exampleAccount = account
        let visit = WebVisit(try WebSite(configuration))
        try await visit.open("/signin")
        #expect(visit.page.body.contains("taro@example.com") == (account != nil))
        try await visit.open("/signup")
        #expect(!visit.page.body.contains("taro@example.com"))
      }
    }

    @Test func `The Japanese page has no English labels, one word for a sign-in, and sentences that end`() {
      let messages = FeatureMessages(page: .japanese)
      let texts = Mirror(reflecting: messages).children.flatMap { Mirror(reflecting: $0.value).children }
        .flatMap { $0.value as? String == nil ? Array(Mirror(reflecting: $0.value).children) : [$0] }
        .compactMap { $0.value as? String }.filter { !$0.contains("HH") }
      let brands = /%@|OK|FOCAL|Apple|Facebook|Google/
      #expect(texts.count > 80)
      #expect(texts.filter { $0.replacing(brands, with: "").contains(/[A-Za-z]{2}/) } == [])
      #expect(texts.filter { $0.contains("サイン") } == [])
      // A title or a label is shorter than a sentence.
      #expect(texts.filter { $0.count > 12 && !$0.hasSuffix("。") && !$0.hasSuffix("？") } == [])
      #expect(FeatureMessages(page: .english) == FeatureMessages(language: .english))
    }

    @Test func `An account is created, and a provider signs in`() async throws {
      let visit = WebVisit(try WebSite())
      try await visit.open("/signup")
      _ = try await visit.send(.get, "/signin")  // Another tab.
      try await visit.submit("/signup", ["email": "hanako@example.com", "pass": "short"])
      #expect(visit.page.body.contains("<strong>Sign-Up Failed</strong>"))
      #expect(visit.path == "/signup")
      try await visit.submit("/signin", ["email": "hanako@example.com", "pass": "wrong"])
      #expect(visit.page.body.contains("The email address or password is incorrect."))
      #expect(!visit.page.body.contains("<strong>"))
      try await visit.submit("/signup", ["email": "hanako@example.com", "pass": "long enough"])
      #expect(visit.path == "/mypage")
      try await visit.submit("/signout")
      try await visit.submit("/signin/google")
      #expect(visit.page.body.contains("Welcome, 太郎"))
    }

    @Test func `Pages are read to the end, and each begins where the last one ended`() async throws {
      let visit = WebVisit(try WebSite())
      try await visit.signIn()
      try await visit.open("/timeline")
      let more = try await visit.send(.post, "/timeline/more", fields: visit.formFields())
      #expect(more.headers[.location] == "/timeline#post-75")
      try await visit.open("/timeline")
      try await visit.submit("/timeline/more")
      #expect(visit.page.body.split(separator: "<article").count == 46)
      #expect(!visit.page.body.contains("/timeline/more"))
      #expect(visit.page.body.contains("<p id=\"end\" class=\"end\">There are no older posts.</p>"))
      let end = try await visit.send(.post, "/timeline/more", fields: visit.formFields())
      #expect(end.headers[.location] == "/timeline")
      try await visit.submit("/timeline/refresh")
      #expect(visit.page.body.split(separator: "<article").count == 46)
      try await visit.open("/timeline/quiet")
      #expect(visit.page.body.contains("There are no posts yet."))
    }

    @Test func `The time of a post leads to its thread, where it is marked and answered`() async throws {
      let visit = WebVisit(try WebSite())
      // A post that no page of a timeline was read for.
      try await visit.open("/post/132")
      try await visit.submit("/signin", ["email": "taro@example.com", "pass": "password123"])
      #expect(visit.path == "/post/132")
      let marked = "<article id=\"post-132\" class=\"post\" aria-current=\"true\" tabindex"
      #expect(visit.page.body.contains(marked))
      #expect(
        visit.page.body.split(separator: "<article").dropFirst().filter { $0.contains("aria-current") }.count == 1)
      #expect(visit.page.body.contains("<h1 tabindex=\"-1\">Thread</h1>"))
      #expect(visit.page.body.contains(" href=\"/post/132\" aria-current=\"true\" dir=\"auto\">Thread</a>"))
      try await visit.submit("/posts/132/like")
      #expect(visit.path == "/post/132")
      #expect(visit.page.body.contains("liked"))
      try await visit.open("/compose?reply_to=132")
      try await visit.submit("/posts", ["text": "my answer", "reply_to": "132"])
      #expect(visit.path == "/post/132")
      #expect(visit.page.body.contains(">my answer</p>"))
      try await visit.open("/compose")
      try await visit.submit("/posts", ["text": "something else"])
      #expect(!visit.page.body.contains("something else"))
      try await visit.open("/post/999")
      #expect(visit.path == "/post/132")
      #expect(visit.page.body.contains("This post couldn’t be found."))
      try await visit.open("/timeline")
      #expect(visit.page.body.contains("<article id=\"post-132\" class=\"post\" tabindex"))
      #expect(visit.page.body.contains("<a class=\"date\" href=\"/post/132#post-132\">"))
      #expect(visit.page.body.contains(#/<p class="reply" dir="auto"><a href="/post/([0-9]+)#post-\1">Replying to/#))
    }

    @Test func `A timeline that failed is read again by its button`() async throws {
      let site = try WebSite()
      let visit = WebVisit(site)
      try await visit.signIn()
      try site.backend.fail(.get, "/v1/timeline", with: .status(503))
      try await visit.open("/timeline")
      try await visit.open("/timeline")
      #expect(visit.page.body.contains("<p role=\"alert\">Something went wrong on the server."))
      try await visit.submit("/timeline/load")
      #expect(visit.page.body.contains("id=\"post-135\""))
      #expect(visit.page.body.contains("<a href=\"/timeline\" aria-current=\"page\">"))
      #expect(
        visit.page.body.contains(
          "<a id=\"choice-%2Ftimeline\" href=\"/timeline\" aria-current=\"true\" dir=\"auto\">"))
      #expect(!visit.page.body.contains("class=\"new\""))
    }

    @Test func `A reply is sent from its composer, which keeps what is refused`() async throws {
      let visit = WebVisit(try WebSite())
      try await visit.signIn()
      try await visit.open("/compose?reply_to=132")
      #expect(visit.page.body.contains("Replying to @noa"))
      #expect(visit.page.body.contains("<article id=\"quoted\""))
      #expect(!visit.page.body.contains("/posts/132/like"))
      #expect(visit.page.body.contains("<h1 tabindex=\"-1\">Reply</h1>"))
      let long = "<b>" + String(repeating: "x", count: 280)
      try await visit.submit("/posts", ["text": long, "reply_to": "132"])
      #expect(visit.path == "/compose?reply_to=132")
      #expect(!visit.page.body.contains("<strong>"))
      #expect(
        visit.page.body.contains("aria-describedby=\"counter composer-error\" aria-invalid=\"true\">&lt;b&gt;xxx"))
      #expect(visit.page.body.contains("role=\"alert\">Write 1 to 280 characters.</p>"))
      try await visit.submit("/notices/feed")
      #expect(visit.path == "/compose?reply_to=132")
      try await visit.open("/compose")
      #expect(visit.page.body.contains("></textarea>"))
      try await visit.open("/compose?reply_to=132")
      try await visit.submit("/posts", ["text": "one\r\n<b>two</b>", "reply_to": "132"])
      #expect(visit.path == "/timeline")
      #expect(visit.page.body.contains("dir=\"auto\">one\n&lt;b&gt;two&lt;/b&gt;</p>"))
    }

    @Test func `A post of many lines shows the first twelve and a button for the rest`() async throws {
      let visit = WebVisit(try WebSite())
      try await visit.signIn()
      try await visit.open("/timeline")
      let lines = (1...14).map { "line \($0)" }
      try await visit.submit("/posts", ["text": lines.joined(separator: "\n")])
      #expect(visit.page.body.contains("line 11\nline 12</p>"))
      #expect(visit.page.body.contains("<summary>Show more</summary><p class=\"text\" dir=\"auto\">line 13\nline 14<"))
      try await visit.submit("/posts", ["text": lines.dropFirst(2).joined(separator: "\n")])
      #expect(visit.page.body.contains("line 13\nline 14</p>\n<div class=\"actions\">"))
    }

    @Test func `A composer that is submitted again is one post, and the next one another`() async throws {
      let visit = WebVisit(try WebSite())
      try await visit.signIn()
      for expected in 1...2 {
        try await visit.open("/compose")
        let fields = visit.formFields(["text": "twice", "key": visit.hidden("key")])
        for _ in 1...3 {
          #expect(try await visit.send(.post, "/posts", fields: fields).headers[.location] == "/timeline")
        }
        try await visit.open("/timeline")
        #expect(visit.page.body.split(separator: ">twice</p>").count == expected + 1)
      }
    }

    @Test(arguments: ["/signin", "/signup", "/signin/google"])
    func `A sign-in that is submitted again is not lost with the response to the first, and no other form gets it`(
      action: String
    ) async throws {
      let visit = WebVisit(try WebSite())
      try await visit.open(action == "/signup" ? action : "/signin")
      let (old, key) = (visit.cookie, visit.hidden("key"))
      let email = action == "/signup" ? "hanako@example.com" : FakeAccount.taro.email
      let fields = visit.formFields(["email": email, "pass": FakeAccount.taro.password.rawValue, "key": key])
      #expect(try await visit.send(.post, action, fields: fields).status == 303)
      visit.cookie = old
      // What an attacker who planted the cookie can send.
      for other in ["", RandomToken().text] {
        let refused = try await visit.send(.post, action, fields: fields.merging(["key": other]) { $1 })
        #expect(refused.status == 403)
        #expect(visit.cookie == old)
      }
      let second = try await visit.send(.post, action, fields: fields)
      #expect([second.status: second.headers[.location]] == [303: "/mypage"])
      #expect(visit.cookie != old)
      // The browser may have kept the new cookie, and shows the form still.
      let third = try await visit.send(.post, action, fields: fields)
      #expect([third.status: third.headers[.location]] == [303: "/mypage"])
      #expect(try await visit.send(.post, action, fields: fields.merging(["key": ""]) { $1 }).status == 403)
      try await visit.open("/timeline")
      #expect(visit.path == "/timeline")
    }

    @Test func `A post that could not be sent is sent again or discarded on the timeline`() async throws {
      let site = try WebSite()
      let visit = WebVisit(site)
      try await visit.signIn()
      func fail(_ text: String) async throws -> String {
        try site.backend.fail(.post, "/v1/posts", with: .fail(.offline))
        try await visit.open("/compose")
        try await visit.submit("/posts", ["text": text])
        #expect(visit.path == "/timeline")
        #expect(visit.page.body.contains("<h2>Unsent Posts</h2>"))
        #expect(visit.page.body.contains("<p class=\"reply\">Check your network connection.</p>"))
        let match = try #require(visit.page.body.firstMatch(of: /\/drafts\/([^\/]+)\/retry/))
        return String(match.output.1)
      }
      try await visit.submit("/drafts/\(fail("sent later"))/retry")
      #expect(!visit.page.body.contains("id=\"unsent\""))
      #expect(visit.page.body.contains("dir=\"auto\">sent later</p>"))
      try await visit.submit("/drafts/\(fail("never sent"))/discard")
      #expect(!visit.page.body.contains("never sent"))
    }

    @Test func `A date says its time zone, and a script can show it in another one`() async throws {
      let visit = WebVisit(try WebSite())
      try await visit.signIn()
      try await visit.open("/timeline")
      let time = try #require(visit.page.body.firstMatch(of: /<time datetime="([^"]*)">([^<]*)<\/time>/))
      let date = try Date(String(time.output.1), strategy: .iso8601)
      let messages = FeedMessages.english.dates(in: .gmt)
      #expect(String(time.output.2) == "\(date.formatted(messages.date)) UTC")
    }

    @Test func `A timeline that is longer than a session keeps says so`() async throws {
      var configuration = WebConfiguration.patient
      configuration.maximumPosts = 40
      let visit = WebVisit(try WebSite(configuration))
      try await visit.signIn()
      try await visit.open("/timeline")
      #expect(!visit.page.body.contains("id=\"end\""))
      try await visit.submit("/timeline/more")
      #expect(!visit.page.body.contains("/timeline/more"))
      #expect(visit.page.body.contains(">These are the newest 40 posts. Older ones can’t be shown here.</p>"))
    }

    @Test func `A long post takes the place of several`() async throws {
      var configuration = WebConfiguration.patient
      configuration.maximumPosts = 25
      let visit = WebVisit(try WebSite(configuration))
      try await visit.signIn()
      try await visit.open("/timeline")
      #expect(visit.page.body.contains("/timeline/more"))
      // 9 KiB in 280 characters.
      let text = String(repeating: "e" + String(repeating: "\u{301}", count: 16), count: 280)
      try await visit.submit("/posts", ["text": text])
      #expect(!visit.page.body.contains("/timeline/more"))
      #expect(visit.page.body.contains(">These are the newest 21 posts."))
    }

    @Test func `What is sent from a thread counts for the timeline below it`() async throws {
      var configuration = WebConfiguration.patient
      configuration.maximumPosts = 25
      let visit = WebVisit(try WebSite(configuration))
      try await visit.signIn()
      try await visit.open("/timeline")
      try await visit.open("/post/132")
      for number in 1...6 { try await visit.submit("/posts", ["text": "\(number)"]) }
      #expect(visit.path == "/post/132")
      try await visit.open("/timeline")
      #expect(visit.page.body.split(separator: "<article").count == 21)
    }

    @Test func `What is typed in a composer is kept, and changes the place of no tab`() async throws {
      let visit = WebVisit(try WebSite())
      try await visit.signIn()
      try await visit.open("/compose?reply_to=132")
      let fields = visit.formFields(["text": "half a <sen", "reply_to": "132"])
      try await visit.open("/mypage")
      #expect(try await visit.send(.post, "/compose", fields: fields).status == 204)
      try await visit.open("/")
      #expect(visit.path == "/mypage")
      try await visit.open("/compose?reply_to=132")
      #expect(visit.page.body.contains(">half a &lt;sen</textarea>"))
    }

    @Test func `The post after a deleted one comes next, and before it where it was the last`() async throws {
      let site = try WebSite()
      let visit = WebVisit(site)
      try await visit.signIn()
      try await visit.open("/timeline")
      let posts = try #require(site.sessions.session(visit.id)?.root.feed.state.content?.posts)
      for (index, next) in [(0, 1), (posts.count - 1, posts.count - 2)] {
        let answer = try await visit.send(.post, "/posts/\(posts[index].id)/delete", fields: visit.formFields())
        #expect(answer.headers[.location] == "/timeline#post-\(posts[next].id)")
      }
    }

    @Test func `A post is liked, and one of the user is deleted`() async throws {
      let visit = WebVisit(try WebSite())
      try await visit.signIn()
      try await visit.open("/timeline")
      #expect(!visit.page.body.contains("/delete\""))
      let like = try await visit.send(.post, "/posts/132/like", fields: visit.formFields())
      #expect(like.headers[.location] == "/timeline#post-132")
      try await visit.open("/timeline")
      #expect(visit.page.body.contains("action=\"/posts/132/unlike\""))
      try await visit.submit("/posts/132/unlike")
      #expect(visit.page.body.contains("action=\"/posts/132/like\""))
      try await visit.open("/compose")
      try await visit.submit("/posts", ["text": "mine"])
      let match = try #require(visit.page.body.firstMatch(of: /\/posts\/(\w+)\/delete/))
      try await visit.submit("/posts/\(match.output.1)/delete")
      #expect(!visit.page.body.contains(">mine<"))
    }

    @Test func `An account is deleted with its password`() async throws {
      let visit = WebVisit(try WebSite())
      try await visit.signIn()
      try await visit.submit("/account/delete", ["pass": "wrong"])
      #expect(visit.page.body.contains("aria-describedby=\"password-error\""))
      #expect(!visit.page.body.contains("<strong>Account Not Deleted</strong>"))
      try await visit.submit("/account/delete", ["pass": "password123"])
      #expect(visit.path == "/signin")
      #expect(visit.page.body.contains("<strong>Account Deleted</strong>"))
    }

    @Test func `A profile is saved, read and deleted`() async throws {
      let site = try WebSite()
      let visit = WebVisit(site)
      try site.backend.fail(.get, "/v1/profile", with: .status(503))
      try await visit.signIn()
      #expect(visit.page.body.contains("action=\"/notices/mypage-retry\""))
      try await visit.submit("/notices/mypage-retry")
      #expect(!visit.page.body.contains("class=\"notice\""))
      try await visit.submit("/mypage/save", ["name": "x", "gender": "1"])
      #expect(visit.page.body.contains("value=\"x\""))
      #expect(visit.page.body.contains("<option value=\"1\" selected>"))
      try await visit.submit("/notices/mypage")
      #expect(visit.page.body.contains("name=\"name\" value=\"\""))
      #expect(visit.page.body.contains("<a href=\"/mypage\" aria-current=\"page\">"))
      #expect(!visit.page.body.contains("/mypage/load") && !visit.page.body.contains("/mypage/delete"))
      try await visit.submit("/mypage/save", ["name": "太郎", "gender": "3"])
      #expect(visit.page.body.contains("<dt>Name: </dt><dd dir=\"auto\">太郎</dd>"))
      #expect(!visit.page.body.contains("/mypage/save") && visit.page.body.contains("/mypage/load"))
      try await visit.submit("/mypage/load")
      try await visit.submit("/mypage/delete")
      #expect(visit.page.body.contains("<strong>Deleted</strong>"))
    }

    @Test(
      arguments: [(.zero, [:]), (.seconds(3_600), [.prefer: "respond-async"])]
        as [(Duration, HTTPFields)])
    func `A page is shown while a slow server is asked, and asks again without a script`(
      _ patience: Duration, _ headers: HTTPFields
    ) async throws {
      let (holds, hold) = AsyncStream.makeStream(of: Never.self)
      var configuration = WebConfiguration.patient
      configuration.patience = patience
      let visit = WebVisit(
        try WebSite(configuration) { request in
          if request.path == "/v1/timeline" { for await _ in holds {} }
          return .answer
        })
      try await visit.signIn()
      let page = try await visit.send(.get, "/timeline", headers: headers).body
      #expect(page.contains("http-equiv=\"refresh\""))
      #expect(page.contains("role=\"status\">Loading</p>"))
      hold.finish()
    }

    @Test func `A tab shows its own place whatever other tabs of its session show`() async throws {
      let site = try WebSite()
      let first = WebVisit(site)
      try await first.signIn()
      try await first.open("/compose")
      let second = WebVisit(site)
      second.cookie = first.cookie
      try await second.open("/mypage")
      try await first.submit("/posts", ["text": ""])
      #expect(first.path == "/compose")
      try await second.submit("/mypage/load")
      #expect(second.path == "/mypage")
      try await first.submit("/posts", ["text": "sent"])
      #expect(first.path == "/timeline")
      try await second.open("/timeline/swift")
      try await first.open("/mypage")
      try await second.submit("/timeline/refresh")
      #expect(second.path == "/timeline/swift")
    }

    @Test(arguments: [
      (nil, "en"), ("ja", "ja"), ("fr, ja-JP;q=0.9, en;q=0.8", "ja"), ("en-US,ja", "en"), ("de", "en"),
    ])
    func `A page is in the language that its browser prefers`(_ accepted: String?, _ language: String) async throws {
      let visit = WebVisit(try WebSite())
      let answer = try await visit.send(.get, "/signin", headers: accepted.map { [.acceptLanguage: $0] } ?? [:])
      #expect(answer.body.contains("<html lang=\"\(language)\">"))
    }

    @Test(arguments: [
      "/timeline", "/timeline/a%2Fb%3F", "/post/a%2Fb%3F", "/compose", "/compose?reply_to=1%262", "/mypage", "/signin",
      "/signup",
    ])
    func `A link and its path are the same`(_ path: String) {
      #expect(DeepLink(path: path)?.path == path)
    }

    @Test(arguments: [
      ("<b>&'\"", "&lt;b&gt;&amp;&#39;&quot;"), ("\"\u{301} <\u{338}", "&quot;\u{301} &lt;\u{338}"),
      ("a\0b", "a\u{FFFD}b"),
      ("שלום 👋🏽", "שלום 👋🏽"),
    ])
    func `Text cannot end an element or an attribute, whatever character follows`(_ text: String, _ html: String) throws
    {
      #expect(EscapedHTML().escapeText(text) == html)
      let templates = try Templates()
      for template in ["compose", "fields"] {
        #expect(!templates.render(template, ["draft": text, "at": text]).contains(text) || text == html)
      }
    }

    @Test func `The changes of a page are the parts that differ`() {
      func page(_ content: [(String, String)]) -> Page {
        Page(
          path: "/", title: "t", frame: [Page.Part(id: "header", html: "h")],
          content: content.map { Page.Part(id: $0.0, html: $0.1) }, isLoading: false)
      }
      let (old, new) = (page([("a", "1"), ("b", "2")]), page([("c", "3"), ("a", "1"), ("b", "4")]))
      #expect(new.changes(since: old).html == [["c", "3"], ["b", "4"]])
      #expect(new.changes(since: old).order == ["c", "a", "b"])
      #expect(page([("a", "1"), ("b", "4")]).changes(since: old).order == nil)
      #expect(new.changes(since: nil).html == [["header", "h"], ["c", "3"], ["a", "1"], ["b", "4"]])
      #expect(new.digest != old.digest)
      #expect(new.digest == page([("c", "3"), ("a", "1"), ("b", "4")]).digest)
    }

    /// A request that a screen sends.
    enum OpenRequest: CaseIterable {
      case signIn, refresh, nextPage, post, save, deleteProfile, deleteAccount

      /// The screen, its request, and the number of controls that are disabled until the response.
      var screen: (path: String, request: String, disabled: Int) {
        switch self {
        case .signIn: ("/signin", "POST /v1/login/google", 6)
        case .refresh: ("/timeline", "GET /v1/timeline", 2)
        case .nextPage: ("/timeline", "GET /v1/timeline", 1)
        case .post: ("/timeline", "POST /v1/posts", 1)
        case .save: ("/mypage", "PUT /v1/profile", 3)
        case .deleteProfile: ("/mypage", "DELETE /v1/profile", 2)
        case .deleteAccount: ("/mypage", "DELETE /v1/me", 2)
        }
      }

      @MainActor
      func send(_ root: AppRoot) async {
        switch self {
        case .signIn: await root.auth.login(with: root.environment.providers[2])
        case .refresh: await root.feed.refresh()
        case .nextPage: await root.feed.loadMore()
        case .post: await root.outbox.post(text: "Hello")
        case .save: await root.myPage.save(name: "Taro", gender: 1)
        case .deleteProfile: await root.myPage.deleteProfile()
        case .deleteAccount: await root.auth.deleteAccount(pass: FakeAccount.taro.password.rawValue)
        }
      }
    }

    @Test(arguments: OpenRequest.allCases)
    func `A screen shows that its request is open, and disables what would send another`(
      open: OpenRequest
    ) async throws {
      let (path, request, disabled) = open.screen
      let held = Mutex("")
      let site = try WebSite { call in
        let isHeld = held.withLock { $0 } == "\(call.method.rawValue) \(call.path)"
        if isHeld { try? await Task.sleep(for: .seconds(3_600)) }
        return .answer
      }
      let visit = WebVisit(site)
      func count(_ text: String) -> Int {
        visit.page.body.split(separator: text, omittingEmptySubsequences: false).count - 1
      }
      func counts() -> [Int] { [" disabled>", "spinner", "http-equiv=\"refresh\""].map(count) }
      if open != .signIn { try await visit.signIn() }
      try await visit.open(path)
      if open == .deleteProfile { try await visit.submit("/mypage/save", ["name": "Taro", "gender": "1"]) }
      let root = try #require(site.sessions.session(visit.id)?.root)
      held.withLock { $0 = request }
      let action = StartedAction { await open.send(root) }
      try await visit.open(path)
      #expect(counts() == [disabled, 1, 1])
      action.cancel()
      try await action.finish()
      try await visit.open(path)
      #expect(counts() == [0, 0, 0])
    }

    @Test func `A composer takes another text while a post is being sent`() async throws {
      let site = try WebSite { call in
        if (call.method, call.path) == (.post, "/v1/posts") { try? await Task.sleep(for: .seconds(3_600)) }
        return .answer
      }
      let visit = WebVisit(site)
      try await visit.signIn()
      let root = try #require(site.sessions.session(visit.id)?.root)
      let post = StartedAction { await root.outbox.post(text: "Hello") }
      try await visit.open("/compose")
      #expect(!visit.page.body.contains(" disabled"))
      #expect(!visit.page.body.contains("http-equiv=\"refresh\""))
      post.cancel()
      try await post.finish()
    }

    @Test func `A text that is sent leaves the composer before a slow server has answered`() async throws {
      let (holds, hold) = AsyncStream.makeStream(of: Never.self)
      var configuration = WebConfiguration.patient
      configuration.patience = .zero
      let visit = WebVisit(
        try WebSite(configuration) { call in
          if (call.method, call.path) == (.post, "/v1/posts") { for await _ in holds {} }
          return .answer
        })
      try await visit.signIn()
      try await visit.open("/compose")
      try await visit.submit("/posts", ["text": "Hello"])
      #expect(visit.path == "/timeline")
      #expect(visit.page.body.contains("Hello"))
      hold.finish()
    }

    @Test func `A script gets the page as its parts`() async throws {
      let visit = WebVisit(try WebSite())
      let answer = try await visit.send(.get, "/signin", headers: [.accept: "application/json"])
      #expect(answer.headers[.contentType] == "application/json")
      #expect(answer.headers[.vary] == "Accept, Cookie")
      #expect(answer.body.contains(#""order":["signin"]"#))
    }
  }
#endif
