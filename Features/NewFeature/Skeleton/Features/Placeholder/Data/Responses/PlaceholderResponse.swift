/// What the server answers when it is asked for the items.
struct PlaceholderResponse: Decodable, Sendable {
  let items: [Item]

  struct Item: Decodable, Sendable {
    let id: String
    let title: String
  }
}

extension PlaceholderResponse.Item {
  /// The item as the app knows it.
  var model: PlaceholderItem { PlaceholderItem(id: id, title: title) }
}
