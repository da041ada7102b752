/// The response of `GET /v1/placeholder`.
struct PlaceholderResponse: Decodable, Sendable {
  struct Item: Decodable, Sendable {
    let id: String
    let title: String
  }

  let items: [Item]

  /// The items.
  var models: [PlaceholderItem] { items.map { PlaceholderItem(id: $0.id, title: $0.title) } }
}
