#if Network
  import Core
  import ExampleApp
  import Feed
  import Foundation
  import Mustache

  /// The templates of the pages, and the style sheet and the script that they name.
  struct Templates: Sendable {
    /// The values that a template shows.
    typealias Values = [String: any Sendable]

    private let library: MustacheLibrary

    /// Parses the templates.
    init() throws {
      // The HTML of the library lets a quotation mark pass that a combining character follows.
      MustacheContentTypes.register(EscapedHTML(), named: EscapedHTML.name)
      let sources = [
        "page": PackageResources.page_mustache, "header": PackageResources.header_mustache,
        "notices": PackageResources.notices_mustache, "login": PackageResources.login_mustache,
        "feed": PackageResources.feed_mustache, "post": PackageResources.post_mustache,
        "timelines": PackageResources.timelines_mustache, "write": PackageResources.write_mustache,
        "composer": PackageResources.composer_mustache, "confirm": PackageResources.confirm_mustache,
        "skeleton": PackageResources.skeleton_mustache,
        "more": PackageResources.more_mustache, "end": PackageResources.end_mustache,
        "compose": PackageResources.compose_mustache,
        "mypage": PackageResources.mypage_mustache, "message": PackageResources.message_mustache,
        "fields": PackageResources.fields_mustache, "unsent": PackageResources.unsent_mustache,
        "account": PackageResources.account_mustache, "inspector": PackageResources.inspector_mustache,
        "machines": PackageResources.machines_mustache, "steps": PackageResources.steps_mustache,
        "calls": PackageResources.calls_mustache,
        "exploration": PackageResources.exploration_mustache, "past": PackageResources.past_mustache,
        "album": PackageResources.album_mustache, "card": PackageResources.card_mustache,
        "screen": PackageResources.screen_mustache,
      ]
      library = MustacheLibrary(
        templates: try sources.mapValues { source in
          let text = String(decoding: source, as: UTF8.self)
          return try MustacheTemplate(string: "{{% CONTENT_TYPE:\(EscapedHTML.name)}}\n" + text)
        })
    }

    /// Renders a template.
    func render(_ name: String, _ values: Values) -> String {
      library.render(values, withTemplate: name) ?? ""
    }

    /// Renders a page as a document of its own.
    func document(
      _ page: Page, _ language: Language, hasScript: Bool = true, hasInspector: Bool = false
    ) -> String {
      let messages = WebMessages(language: language)
      var values: Values = [
        "language": language.rawValue, "title": page.title, "path": page.path, "digest": page.digest,
        "isLoading": page.isLoading, "icon": Asset.icon.path, "styles": Asset.styles.path, "skip": messages.skip,
        "offline": messages.offline, "waiting": FeedMessages(language: language).common.loading,
        "hasInspector": hasInspector, "inspectorStyles": Asset.inspectorStyles.path,
        "inspectorScript": Asset.inspectorScript.path, "frame": page.frame.map(\.html).joined(),
        "content": page.content.map(\.htmlWithKey).joined(),
      ]
      if hasScript { values["script"] = Asset.script.path }
      return render("page", values)
    }
  }

  /// A file that every page loads; its path changes with its content, so that browsers may keep it.
  struct Asset: Sendable {
    let path: String
    let contentType: String
    let bytes: [UInt8]

    static let styles = Asset("page", "css", "text/css; charset=utf-8", PackageResources.page_css)
    static let script = Asset("page", "js", "text/javascript; charset=utf-8", PackageResources.page_js)
    static let icon = Asset("icon", "svg", "image/svg+xml", PackageResources.icon_svg)
    static let all = [styles, script, icon]
    static let inspectorStyles = Asset("inspector", "css", "text/css; charset=utf-8", PackageResources.inspector_css)
    static let inspectorScript = Asset(
      "inspector", "js", "text/javascript; charset=utf-8", PackageResources.inspector_js)

    static let albumStyles = Asset("album", "css", "text/css; charset=utf-8", PackageResources.album_css)

    private init(_ name: String, _ type: String, _ contentType: String, _ bytes: [UInt8]) {
      // FNV-1a, which is the same in every process.
      let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
      path = "/\(name).\(String(hash, radix: 36)).\(type)"
      self.contentType = contentType
      self.bytes = bytes
    }
  }

  /// Text in HTML, in elements and in attributes with quotation marks.
  struct EscapedHTML: MustacheContentType {
    static let name = "FOCAL-HTML"

    func escapeText(_ text: String) -> String {
      guard text.utf8.contains(where: { Self.entity($0) != nil }) else { return text }
      var escaped: [UInt8] = []
      escaped.reserveCapacity(text.utf8.count + 32)
      for byte in text.utf8 {
        if let entity = Self.entity(byte) {
          escaped.append(contentsOf: UnsafeBufferPointer(start: entity.utf8Start, count: entity.utf8CodeUnitCount))
        } else {
          escaped.append(byte)
        }
      }
      return String(decoding: escaped, as: UTF8.self)
    }

    private static func entity(_ byte: UInt8) -> StaticString? {
      switch byte {
      case UInt8(ascii: "&"): "&amp;"
      case UInt8(ascii: "<"): "&lt;"
      case UInt8(ascii: ">"): "&gt;"
      case UInt8(ascii: "\""): "&quot;"
      case UInt8(ascii: "'"): "&#39;"
      // An HTML parser replaces it, so that the bytes of two pages would differ and their content would not.
      case 0: "\u{FFFD}"
      default: nil
      }
    }
  }
#endif
