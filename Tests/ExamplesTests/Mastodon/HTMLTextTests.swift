import TestSupport
import Testing

@testable import Mastodon

struct HTMLTextTests {
  @Test(arguments: [
    ("<p>One<br>two<br />three</p><p>four</p>", "One\ntwo\nthree\n\nfour"),
    (
      #"<p><span class="h-card"><a href="https://a.example/@b" class="u-url mention">@<span>b</span></a></span> "#
        + #"<a href="https://a.example/tags/c" rel="tag">#<span>c</span></a> :blobcat:</p>"#, "@b #c :blobcat:"
    ),
    (
      #"<a href="https://example.com/long"><span class="invisible">https://</span>"#
        + #"<span class="ellipsis">example.com/lo</span><span class="invisible">ng</span></a>"#,
      "https://example.com/long"
    ),
    ("1 &lt; 2 &amp;&amp; &quot;x&quot; &#39;y&#x27; &apos;&nbsp;!", "1 < 2 && \"x\" 'y' '\u{A0}!"),
    ("<ul><li>a</li><li>b</li></ul>c", "a\nb\n\nc"), ("  a \n\t b  ", "a b"), ("<H1>a</H1><P>b</P>", "a\n\nb"),
    ("漢<ruby>字<rp>(</rp><rt>じ</rt><rp>)</rp></ruby>", "漢字(じ)"), ("", ""), ("plain", "plain"),
  ])
  func `Keeps what a reader sees`(_ html: String, _ text: String) {
    #expect(HTMLText.text(of: html) == text)
  }

  @Test(arguments: [
    ("a < b <3 c", "a < b <3 c"), (#"<a title="x>y" href='>'>z</a>"#, "z"), ("a<b", "a"), (#"a<p title=">"#, "a"),
    ("a<!-- <p>don't --> b", "a b"), ("a<!-- b", "a"), ("<script>alert(1)</script>a<style>b</style>", "a"),
    ("<script>a<style></style>b</script >c", "c"), ("&amp;lt;b&gt;", "&lt;b>"),
    ("&unknown; &#0; &#x110000; &#; &", "&unknown; \u{FFFD} &#; &"),
    ("a<br><br><br><br>b<p></p><p></p>c", "a\n\nb\n\nc"), ("a\u{0}\u{1B}[2Jb", "a[2Jb"), ("</p></p>a", "a"),
  ])
  func `Survives what a hostile server sends`(_ html: String, _ text: String) {
    #expect(HTMLText.text(of: html) == text)
  }

  @Test(arguments: ["<", "<p \"", "<!--", "&", "<script>", "a<b>"])
  func `The time grows with the length and not with its square, whatever is repeated`(_ part: String) {
    func time(_ count: Int) -> Duration {
      let html = String(repeating: part, count: count)
      let times = (0..<3).map { _ in
        let start = Duration.processorTime
        _ = HTMLText.text(of: html)
        return Duration.processorTime - start
      }
      return times.min() ?? .zero
    }
    #expect(time(8_000) / time(500) < 100)
  }
}
