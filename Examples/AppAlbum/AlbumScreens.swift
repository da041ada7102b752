#if Driver
  // Written by `focal-http album`: every screen of the app, and a shortest schedule that leads to it.
  extension AlbumScreen {
    static let schedules = #"""
      # login: signedOut, idle, idle

      # login: signedOut, idle, idle
      open focal://signin

      # login: loading, idle, idle
      signup taro@example.com password123

      # login: loading, idle, idle
      open focal://signin
      login taro@example.com password123

      # login: error, idle, idle
      signup taro@example.com password123
      answer "POST /v1/signup" answered

      # login: error, idle, idle
      signup taro@example.com password123
      answer "POST /v1/signup" 503

      # login: error, idle, idle
      signup taro@example.com password123
      answer "POST /v1/signup" offline

      # home myPage: signedIn, idle, idle
      signup jiro@example.com password123
      answer "POST /v1/signup" answered

      # home myPage: signedIn, idle, idle
      login taro@example.com password123
      answer "POST /v1/login" answered

      # login: error, idle, idle
      open focal://signin
      login taro@example.com password123
      answer "POST /v1/login" 503

      # login: error, idle, idle
      open focal://signin
      login taro@example.com password123
      answer "POST /v1/login" offline

      # login: error, idle, idle
      open focal://signin
      login taro@example.com wrong-password
      answer "POST /v1/login" answered

      # home myPage: loading, idle, idle
      signup jiro@example.com password123
      answer "POST /v1/signup" answered
      delete-account password123

      # home myPage: signedIn, idle, idle
      signup jiro@example.com password123
      answer "POST /v1/signup" answered
      dismiss

      # login: signedOut, idle, idle
      signup jiro@example.com password123
      answer "POST /v1/signup" answered
      logout
      answer "POST /v1/logout" answered

      # login: signedOut, idle, idle
      signup jiro@example.com password123
      answer "POST /v1/signup" answered
      logout
      answer "POST /v1/logout" 503

      # login: signedOut, idle, idle
      signup jiro@example.com password123
      answer "POST /v1/signup" answered
      delete-account password123
      answer "DELETE /v1/me" answered

      # home myPage: signedIn, idle, idle
      signup jiro@example.com password123
      answer "POST /v1/signup" answered
      delete-account password123
      answer "DELETE /v1/me" 503

      # home myPage: signedIn, idle, idle
      signup jiro@example.com password123
      answer "POST /v1/signup" answered
      delete-account password123
      answer "DELETE /v1/me" offline

      # home myPage: signedIn, idle, idle
      signup jiro@example.com password123
      answer "POST /v1/signup" answered
      delete-account wrong-password
      answer "DELETE /v1/me" answered

      # home myPage: signedIn, idle, idle
      open focal://signin
      login taro@example.com password123
      answer "POST /v1/login" answered
      delete-account password123
      answer "DELETE /v1/me" 503

      # home myPage: signedIn, idle, idle
      open focal://signin
      login taro@example.com password123
      answer "POST /v1/login" answered
      delete-account password123
      answer "DELETE /v1/me" offline

      # home myPage: signedIn, idle, idle
      open focal://signin
      login taro@example.com password123
      answer "POST /v1/login" answered
      delete-account wrong-password
      answer "DELETE /v1/me" answered

      # login: error, idle, idle
      open focal://signin
      login taro@example.com password123
      answer "POST /v1/login" answered
      delete-account password123
      answer "DELETE /v1/me" answered
      login-with google
      answer "POST /v1/login/google" answered

      # home timeline: signedIn, idle, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline

      # home timeline: signedIn, loading, idle
      open focal://timeline
      login taro@example.com password123
      answer "POST /v1/login" answered

      # home timeline: signedIn, loading, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed timeline quiet

      # home timeline: signedIn, idle, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed post Hello

      # home timeline: signedIn, loaded, idle
      open focal://timeline
      login taro@example.com password123
      answer "POST /v1/login" answered
      answer "GET /v1/timeline" answered

      # home timeline: signedIn, error, idle
      open focal://timeline
      login taro@example.com password123
      answer "POST /v1/login" answered
      answer "GET /v1/timeline" offline

      # home timeline: signedIn, loading, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed timeline quiet
      feed post Hello

      # home timeline: signedIn, empty, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed timeline quiet
      answer "GET /v1/timeline" answered

      # home timeline: signedIn, error, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed timeline quiet
      answer "GET /v1/timeline" offline

      # home timeline: signedIn, idle, idle, unsent waiting
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed post Hello
      answer "POST /v1/posts" offline

      # home timeline: signedIn, loaded, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      feed post Hello
      answer "GET /v1/timeline" answered

      # home timeline: signedIn, error, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      feed post Hello
      answer "GET /v1/timeline" offline

      # home timeline: signedIn, loading, idle, unsent waiting
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      feed post Hello
      answer "POST /v1/posts" offline

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed refresh

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed more

      # home timeline: signedIn, loading, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed thread @2

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed like @1

      # home timeline: signedIn, loaded, idle
      open focal://timeline
      login taro@example.com password123
      answer "POST /v1/login" answered
      answer "GET /v1/timeline" answered
      answer "GET /v1/lists" answered

      # login: error, idle, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" 401
      answer "POST /v1/refresh" 401

      # home timeline: signedIn, error, idle
      open focal://timeline
      login taro@example.com password123
      answer "POST /v1/login" answered
      answer "GET /v1/timeline" offline
      answer "GET /v1/lists" answered

      # home timeline: signedIn, empty, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed timeline quiet
      feed post Hello
      answer "GET /v1/timeline" answered

      # home timeline: signedIn, error, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed timeline quiet
      feed post Hello
      answer "GET /v1/timeline" offline

      # home timeline: signedIn, loading, idle, unsent waiting
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed timeline quiet
      feed post Hello
      answer "POST /v1/posts" offline

      # home timeline: signedIn, empty, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed timeline quiet
      answer "GET /v1/timeline" answered
      feed refresh

      # home timeline: signedIn, empty, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed timeline quiet
      answer "GET /v1/timeline" answered
      answer "GET /v1/lists" answered

      # home timeline: signedIn, error, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed timeline quiet
      answer "GET /v1/timeline" offline
      answer "GET /v1/lists" answered

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed post Hello
      answer "POST /v1/posts" answered
      answer "GET /v1/timeline" answered

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "POST /v1/posts" answered

      # home timeline: signedIn, loaded, idle, unsent waiting
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "POST /v1/posts" offline

      # home timeline: signedIn, loaded, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "GET /v1/lists" answered

      # home timeline: signedIn, error, idle, unsent waiting
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      feed post Hello
      answer "GET /v1/timeline" offline
      answer "POST /v1/posts" offline

      # home timeline: signedIn, error, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      feed post Hello
      answer "GET /v1/timeline" offline
      answer "GET /v1/lists" answered

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed refresh
      answer "GET /v1/lists" answered

      # home timeline: signedIn, loaded, idle
      open focal://timeline
      login taro@example.com password123
      answer "POST /v1/login" answered
      answer "GET /v1/timeline" answered
      open focal://timeline
      answer "GET /v1/timeline" offline

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed more
      answer "GET /v1/lists" answered

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed more
      answer "GET /v1/timeline" answered

      # home timeline: signedIn, loading, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed timeline quiet
      answer "GET /v1/lists" answered

      # home timeline: signedIn, loading, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed thread @2
      answer "GET /v1/lists" answered

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed thread @2
      answer "GET /v1/posts/132/thread" answered

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed like @1
      answer "GET /v1/lists" answered

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed like @1
      answer "PUT /v1/posts/135/like" offline

      # home timeline: signedIn, loading, idle
      open focal://timeline
      login taro@example.com password123
      answer "POST /v1/login" answered
      answer "GET /v1/timeline" answered
      open focal://timeline
      answer "GET /v1/lists" answered

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed timeline quiet
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "POST /v1/posts" answered

      # home timeline: signedIn, empty, idle, unsent waiting
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed timeline quiet
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "POST /v1/posts" offline

      # home timeline: signedIn, empty, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed timeline quiet
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "GET /v1/lists" answered

      # home timeline: signedIn, error, idle, unsent waiting
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed timeline quiet
      feed post Hello
      answer "GET /v1/timeline" offline
      answer "POST /v1/posts" offline

      # home timeline: signedIn, error, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed timeline quiet
      feed post Hello
      answer "GET /v1/timeline" offline
      answer "GET /v1/lists" answered

      # home timeline: signedIn, empty, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed timeline quiet
      answer "GET /v1/timeline" answered
      feed refresh
      answer "GET /v1/lists" answered

      # home timeline: signedIn, empty, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed timeline quiet
      answer "GET /v1/timeline" answered
      feed refresh
      answer "GET /v1/timeline" offline

      # home timeline: signedIn, loaded, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed post Hello
      answer "POST /v1/posts" answered
      feed post Hello
      answer "GET /v1/timeline" answered

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed post Hello
      answer "POST /v1/posts" answered
      answer "GET /v1/timeline" answered
      feed refresh

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed post Hello
      answer "POST /v1/posts" answered
      answer "GET /v1/timeline" answered
      feed more

      # home timeline: signedIn, loading, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed post Hello
      answer "POST /v1/posts" answered
      answer "GET /v1/timeline" answered
      feed thread @2

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed post Hello
      answer "POST /v1/posts" answered
      answer "GET /v1/timeline" answered
      feed like @1

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed post Hello
      answer "POST /v1/posts" answered
      answer "GET /v1/timeline" answered
      feed delete @1

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed post Hello
      answer "POST /v1/posts" answered
      answer "GET /v1/timeline" answered
      answer "GET /v1/lists" answered

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "POST /v1/posts" answered
      feed refresh

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "POST /v1/posts" answered
      feed more

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "POST /v1/posts" answered
      feed like @1

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "POST /v1/posts" answered
      answer "GET /v1/lists" answered

      # home timeline: signedIn, loaded, idle, unsent waiting
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "POST /v1/posts" offline
      feed refresh

      # home timeline: signedIn, loaded, idle, unsent waiting
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "POST /v1/posts" offline
      feed more

      # home timeline: signedIn, loading, idle, unsent waiting
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "POST /v1/posts" offline
      feed thread @2

      # home timeline: signedIn, loaded, idle, unsent waiting
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "POST /v1/posts" offline
      feed like @1

      # home timeline: signedIn, loaded, idle, unsent waiting
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "POST /v1/posts" offline
      answer "GET /v1/lists" answered

      # home timeline: signedIn, loaded, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "GET /v1/lists" answered
      feed refresh

      # home timeline: signedIn, loaded, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "GET /v1/lists" answered
      feed more

      # home timeline: signedIn, loading, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "GET /v1/lists" answered
      feed timeline quiet

      # home timeline: signedIn, loading, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "GET /v1/lists" answered
      feed thread @2

      # home timeline: signedIn, loaded, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "GET /v1/lists" answered
      feed like @1

      # home timeline: signedIn, loaded, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "GET /v1/lists" offline
      feed refresh

      # home timeline: signedIn, loaded, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "GET /v1/lists" offline
      feed more

      # home timeline: signedIn, loading, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "GET /v1/lists" offline
      feed thread @2

      # home timeline: signedIn, loaded, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "GET /v1/lists" offline
      feed like @1

      # home timeline: signedIn, error, idle, unsent waiting
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      feed post Hello
      answer "GET /v1/timeline" offline
      answer "POST /v1/posts" offline
      answer "GET /v1/lists" answered

      # home timeline: signedIn, loading, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      feed post Hello
      answer "GET /v1/timeline" offline
      answer "GET /v1/lists" answered
      feed load

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed refresh
      answer "GET /v1/lists" answered
      feed like @1

      # home timeline: signedIn, loaded, idle
      open focal://timeline
      login taro@example.com password123
      answer "POST /v1/login" answered
      answer "GET /v1/timeline" answered
      open focal://timeline
      answer "GET /v1/lists" answered
      answer "GET /v1/timeline" offline

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed refresh
      answer "GET /v1/lists" offline
      feed like @1

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed refresh
      answer "GET /v1/timeline" offline
      feed like @1

      # home timeline: signedIn, loaded, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed refresh
      answer "GET /v1/timeline" offline
      feed post Hello

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed more
      answer "GET /v1/lists" answered
      feed like @1

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed more
      answer "GET /v1/lists" answered
      answer "GET /v1/timeline" answered

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed more
      answer "GET /v1/lists" offline
      feed like @1

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed more
      answer "GET /v1/timeline" answered
      feed refresh

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed more
      answer "GET /v1/timeline" answered
      feed more

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed more
      answer "GET /v1/timeline" answered
      feed like @1

      # home timeline: signedIn, loaded, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed more
      answer "GET /v1/timeline" answered
      feed post Hello

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed thread @2
      answer "GET /v1/lists" answered
      answer "GET /v1/posts/132/thread" answered

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed thread @2
      answer "GET /v1/posts/132/thread" answered
      feed refresh

      # home timeline: signedIn, loaded, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed thread @2
      answer "GET /v1/posts/132/thread" answered
      feed post Hello

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed like @1
      answer "GET /v1/lists" answered
      answer "PUT /v1/posts/135/like" offline

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed like @1
      answer "PUT /v1/posts/135/like" offline
      feed refresh

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed like @1
      answer "PUT /v1/posts/135/like" offline
      feed more

      # home timeline: signedIn, loaded, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed load
      answer "GET /v1/timeline" answered
      feed like @1
      answer "PUT /v1/posts/135/like" offline
      feed post Hello

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed timeline quiet
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "POST /v1/posts" answered
      feed refresh

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed timeline quiet
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "POST /v1/posts" answered
      answer "GET /v1/lists" answered

      # home timeline: signedIn, empty, idle, unsent waiting
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed timeline quiet
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "POST /v1/posts" offline
      feed refresh

      # home timeline: signedIn, empty, idle, unsent waiting
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed timeline quiet
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "POST /v1/posts" offline
      answer "GET /v1/lists" answered

      # home timeline: signedIn, empty, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed timeline quiet
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "GET /v1/lists" answered
      feed refresh

      # home timeline: signedIn, empty, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed timeline quiet
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "GET /v1/lists" offline
      feed refresh

      # home timeline: signedIn, error, idle, unsent waiting
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed timeline quiet
      feed post Hello
      answer "GET /v1/timeline" offline
      answer "POST /v1/posts" offline
      answer "GET /v1/lists" answered

      # home timeline: signedIn, loaded, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed timeline quiet
      feed post Hello
      answer "POST /v1/posts" answered
      feed post Hello
      answer "GET /v1/timeline" answered

      # home timeline: signedIn, empty, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed timeline quiet
      answer "GET /v1/timeline" answered
      feed refresh
      answer "GET /v1/lists" answered
      answer "GET /v1/timeline" offline

      # home timeline: signedIn, empty, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed timeline quiet
      answer "GET /v1/timeline" answered
      feed refresh
      answer "GET /v1/timeline" offline
      feed post Hello

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed post Hello
      answer "POST /v1/posts" answered
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "POST /v1/posts" answered

      # home timeline: signedIn, loaded, idle, unsent waiting
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed post Hello
      answer "POST /v1/posts" answered
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "POST /v1/posts" offline

      # home timeline: signedIn, loaded, idle, unsent sending
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed post Hello
      answer "POST /v1/posts" answered
      feed post Hello
      answer "GET /v1/timeline" answered
      answer "GET /v1/lists" answered

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed post Hello
      answer "POST /v1/posts" answered
      feed post Hello
      answer "POST /v1/posts" answered
      answer "GET /v1/timeline" answered

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed post Hello
      answer "POST /v1/posts" answered
      answer "GET /v1/timeline" answered
      feed refresh
      answer "GET /v1/lists" answered

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed post Hello
      answer "POST /v1/posts" answered
      answer "GET /v1/timeline" answered
      feed refresh
      answer "GET /v1/timeline" offline

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed post Hello
      answer "POST /v1/posts" answered
      answer "GET /v1/timeline" answered
      feed more
      answer "GET /v1/lists" answered

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed post Hello
      answer "POST /v1/posts" answered
      answer "GET /v1/timeline" answered
      feed more
      answer "GET /v1/timeline" answered

      # home timeline: signedIn, loading, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed post Hello
      answer "POST /v1/posts" answered
      answer "GET /v1/timeline" answered
      feed thread @2
      answer "GET /v1/lists" answered

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed post Hello
      answer "POST /v1/posts" answered
      answer "GET /v1/timeline" answered
      feed thread @2
      answer "GET /v1/posts/135/thread" answered

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed post Hello
      answer "POST /v1/posts" answered
      answer "GET /v1/timeline" answered
      feed like @1
      answer "GET /v1/lists" answered

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed post Hello
      answer "POST /v1/posts" answered
      answer "GET /v1/timeline" answered
      feed like @1
      answer "PUT /v1/posts/138/like" offline

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed post Hello
      answer "POST /v1/posts" answered
      answer "GET /v1/timeline" answered
      feed delete @1
      answer "GET /v1/lists" answered

      # home timeline: signedIn, loaded, idle
      login taro@example.com password123
      answer "POST /v1/login" answered
      show timeline
      feed post Hello
      answer "POST /v1/posts" answered
      answer "GET /v1/timeline" answered
      feed delete @1
      answer "DELETE /v1/posts/138" offline

      # home myPage: signedIn, idle, loading
      login taro@example.com password123
      answer "POST /v1/login" answered
      mypage load

      # home myPage: signedIn, idle, loaded
      login taro@example.com password123
      answer "POST /v1/login" answered
      mypage load
      answer "GET /v1/profile" answered

      # home myPage: signedIn, idle, error
      login taro@example.com password123
      answer "POST /v1/login" answered
      mypage load
      answer "GET /v1/profile" 503

      # home myPage: signedIn, idle, loaded
      login taro@example.com password123
      answer "POST /v1/login" answered
      mypage load
      answer "GET /v1/profile" answered
      mypage save Taro 1

      # home myPage: signedIn, idle, loaded
      login taro@example.com password123
      answer "POST /v1/login" answered
      mypage load
      answer "GET /v1/profile" answered
      mypage save '' 1

      # home myPage: signedIn, idle, error
      login taro@example.com password123
      answer "POST /v1/login" answered
      mypage load
      answer "GET /v1/profile" 503
      mypage dismiss

      # home myPage: signedIn, idle, loaded
      login taro@example.com password123
      answer "POST /v1/login" answered
      mypage load
      answer "GET /v1/profile" answered
      mypage load
      answer "GET /v1/profile" 503

      # home myPage: signedIn, idle, loaded
      login taro@example.com password123
      answer "POST /v1/login" answered
      mypage load
      answer "GET /v1/profile" answered
      mypage save Taro 1
      answer "PUT /v1/profile" answered

      # home myPage: signedIn, idle, loaded
      login taro@example.com password123
      answer "POST /v1/login" answered
      mypage load
      answer "GET /v1/profile" answered
      mypage save Taro 1
      answer "PUT /v1/profile" 503

      # home myPage: signedIn, idle, loaded
      login taro@example.com password123
      answer "POST /v1/login" answered
      mypage load
      answer "GET /v1/profile" answered
      mypage save '' 1
      mypage dismiss

      # home myPage: signedIn, idle, loaded
      login taro@example.com password123
      answer "POST /v1/login" answered
      mypage load
      answer "GET /v1/profile" answered
      mypage save Taro 1
      answer "PUT /v1/profile" answered
      mypage delete

      # home myPage: signedIn, idle, loaded
      login taro@example.com password123
      answer "POST /v1/login" answered
      mypage load
      answer "GET /v1/profile" answered
      mypage save Taro 1
      answer "PUT /v1/profile" answered
      mypage dismiss

      # home myPage: signedIn, idle, loaded
      login taro@example.com password123
      answer "POST /v1/login" answered
      mypage load
      answer "GET /v1/profile" answered
      mypage save Taro 1
      answer "PUT /v1/profile" 503
      mypage dismiss

      # home myPage: signedIn, idle, loaded
      login taro@example.com password123
      answer "POST /v1/login" answered
      mypage load
      answer "GET /v1/profile" answered
      mypage save '' 1
      mypage load
      answer "GET /v1/profile" 503

      # home myPage: signedIn, idle, loaded
      login taro@example.com password123
      answer "POST /v1/login" answered
      mypage load
      answer "GET /v1/profile" answered
      mypage save Taro 1
      answer "PUT /v1/profile" answered
      mypage load
      answer "GET /v1/profile" 503

      # home myPage: signedIn, idle, loaded
      login taro@example.com password123
      answer "POST /v1/login" answered
      mypage load
      answer "GET /v1/profile" answered
      mypage save Taro 1
      answer "PUT /v1/profile" answered
      mypage delete
      answer "DELETE /v1/profile" answered

      # home myPage: signedIn, idle, loaded
      login taro@example.com password123
      answer "POST /v1/login" answered
      mypage load
      answer "GET /v1/profile" answered
      mypage save Taro 1
      answer "PUT /v1/profile" answered
      mypage delete
      answer "DELETE /v1/profile" 503

      # home myPage: signedIn, idle, loaded
      login taro@example.com password123
      answer "POST /v1/login" answered
      mypage load
      answer "GET /v1/profile" answered
      mypage save Taro 1
      answer "PUT /v1/profile" 503
      mypage load
      answer "GET /v1/profile" 503

      # home compose: signedIn, loaded, idle
      open focal://timeline
      login taro@example.com password123
      answer "POST /v1/login" answered
      answer "GET /v1/timeline" answered
      open focal://compose?reply_to=@2

      # home timeline: signedIn, loaded, idle
      open focal://timeline
      login taro@example.com password123
      answer "POST /v1/login" answered
      answer "GET /v1/timeline" answered
      relaunch
      open focal://timeline

      # home compose: signedIn, loaded, idle
      open focal://timeline
      login taro@example.com password123
      answer "POST /v1/login" answered
      answer "GET /v1/timeline" answered
      open focal://timeline
      answer "GET /v1/timeline" offline
      open focal://compose?reply_to=@2

      # home compose: signedIn, loaded, idle, unsent waiting
      open focal://timeline
      login taro@example.com password123
      answer "POST /v1/login" answered
      answer "GET /v1/timeline" answered
      open focal://compose?reply_to=@2
      feed post Hello
      answer "POST /v1/posts" offline

      # home timeline: signedIn, loaded, idle
      open focal://timeline
      login taro@example.com password123
      answer "POST /v1/login" answered
      answer "GET /v1/timeline" answered
      answer "GET /v1/lists" answered
      relaunch
      open focal://timeline

      # home timeline: signedIn, loaded, idle
      open focal://timeline
      login taro@example.com password123
      answer "POST /v1/login" answered
      answer "GET /v1/timeline" answered
      relaunch
      open focal://timeline
      answer "GET /v1/timeline" offline
      """#
  }
#endif
