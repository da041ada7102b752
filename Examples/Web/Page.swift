#if Network
  import ExampleApp
  import Foundation

  /// A rendered page: parts with identifiers, each of which can be replaced alone.
  struct Page: Sendable {
    /// An element of the page, with the identifier that its HTML has.
    struct Part: Sendable, Hashable {
      let id: String
      let html: String
      /// Whether the HTML has ``emptyKey``.
      var hasKey = false

      /// A field for the key of a form, by which the server recognizes a form that is submitted again.
      ///
      /// Text has no quotation marks, so that it is nowhere else.
      static let emptyKey = #"name="key" value="""#

      /// The HTML with a key that only this response has; the script needs none, because it submits a form once.
      var htmlWithKey: String {
        hasKey ? html.replacing(Self.emptyKey, with: #"name="key" value="\#(RandomToken().text)""#) : html
      }
    }

    /// The path of the page.
    let path: String
    let title: String
    /// The header and the notices.
    let frame: [Part]
    /// The content, in order.
    var content: [Part]
    /// Whether the page waits for something.
    let isLoading: Bool

    /// A value that pages share only if they are the same, within this process.
    var digest: String {
      var hasher = Hasher()
      // The bytes: a string is normalized before it is hashed.
      for var text in [path, title] + (frame + content).flatMap({ [$0.id, $0.html] }) {
        hasher.combine(text.utf8.count)
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      }
      return String(UInt(bitPattern: hasher.finalize()), radix: 36)
    }

    /// Returns what differs from an earlier page; everything where there is none.
    func changes(since earlier: Page?) -> PageChanges {
      let known = Dictionary((earlier.map { $0.frame + $0.content } ?? []).map { ($0.id, $0.html) }) { $1 }
      let order = content.map(\.id)
      return PageChanges(
        path: path, title: title, digest: digest,
        order: earlier.map { $0.content.map(\.id) } == order ? nil : order,
        html: (frame + content).filter { known[$0.id] != $0.html }.map { [$0.id, $0.html] })
    }
  }

  /// The changes of a page for the script in the browser.
  struct PageChanges: Sendable, Encodable {
    let path: String
    let title: String
    let digest: String
    /// The identifiers of the content in order, where that changed.
    let order: [String]?
    /// Pairs of an identifier and its HTML.
    let html: [[String]]

    /// The event of a stream.
    func event() throws -> String { "data: \(String(decoding: try json(), as: UTF8.self))\n\n" }

    func json() throws -> Data { try JSONEncoder().encode(self) }
  }

  extension DeepLink {
    /// Creates a link from the path and the query of a URL, such as `/timeline/swift`.
    init?(path: String) {
      guard path.first == "/" else { return nil }
      self.init("focal:/" + path)
    }

    /// The path and the query of its URL.
    var path: String { String(text.dropFirst("focal:/".count)) }
  }
#endif
