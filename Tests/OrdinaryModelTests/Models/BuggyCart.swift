import Foundation
import Observation

@MainActor
@Observable
final class BuggyCartModel {
  private struct PendingCheckout: Codable {
    var key: String
    var cents: Int
  }

  private(set) var items: [CartItem] = []
  private(set) var receipt: Receipt?
  private(set) var isLoading = false
  private(set) var isCheckingOut = false
  private(set) var errorMessage: String?

  var total: Int { items.reduce(0) { $0 + $1.unitPrice * $1.quantity } }

  private static let pendingKey = "cart.pendingCheckout"
  private let service: any CartService
  private let storage: any KeyValueStorage
  @ObservationIgnored private var confirmed: [CartItem.ID: Int] = [:]
  @ObservationIgnored private var edits: [CartItem.ID: Int] = [:]
  @ObservationIgnored private var syncTasks: [CartItem.ID: Task<Void, Never>] = [:]

  init(service: any CartService, storage: any KeyValueStorage = UserDefaults.standard) {
    self.service = service
    self.storage = storage
  }

  func load() async {
    guard !isLoading, !isCheckingOut else { return }
    isLoading = true
    defer { isLoading = false }
    errorMessage = nil
    await completePendingCheckout()

    let busy = Set(syncTasks.keys), editsBefore = edits
    do {
      items = try await service.fetchCart().map { fetched in
        var item = fetched
        let isTouched = busy.contains(item.id) || edits[item.id] != editsBefore[item.id]
        if isTouched, let shown = items.first(where: { $0.id == item.id }) {
          item.quantity = shown.quantity
        } else {
          confirmed[item.id] = item.quantity
        }
        return item
      }
    } catch {
      errorMessage = "The cart could not be loaded."
    }
  }

  func setQuantity(_ quantity: Int, for id: CartItem.ID) {
    guard !isCheckingOut, pendingCheckout == nil else { return }
    guard let index = items.firstIndex(where: { $0.id == id }) else { return }
    items[index].quantity = min(max(quantity, 0), 99)
    edits[id, default: 0] += 1
    guard syncTasks[id] == nil else { return }
    syncTasks[id] = Task { await sync(id) }
  }

  func checkout() async {
    guard !isCheckingOut, !isLoading else { return }
    isCheckingOut = true
    defer { isCheckingOut = false }
    errorMessage = nil

    if pendingCheckout == nil {
      let agreed = items
      for task in Array(syncTasks.values) { await task.value }
      guard items == agreed, total > 0 else { return }
      let pending = PendingCheckout(key: UUID().uuidString, cents: total)
      storage.set(try? JSONEncoder().encode(pending), forKey: Self.pendingKey)
    }
    await completePendingCheckout()
  }

  private var pendingCheckout: PendingCheckout? {
    storage.data(forKey: Self.pendingKey).flatMap { try? JSONDecoder().decode(PendingCheckout.self, from: $0) }
  }

  private func completePendingCheckout() async {
    guard let pending = pendingCheckout else { return }
    do {
      let receipt = try await service.charge(cents: pending.cents, idempotencyKey: pending.key)
      storage.removeObject(forKey: Self.pendingKey)
      try await service.closeCart(orderID: receipt.orderID)
      self.receipt = receipt
      items = []
    } catch CheckoutError.declined(let reason) {
      storage.removeObject(forKey: Self.pendingKey)
      errorMessage = reason
    } catch {
      errorMessage = "The payment could not be completed. Try again, you will not be charged twice."
    }
  }

  private func sync(_ id: CartItem.ID) async {
    defer { syncTasks[id] = nil }
    while let wanted = items.first(where: { $0.id == id })?.quantity, wanted != confirmed[id] {
      let edit = edits[id]
      do {
        try await service.setQuantity(wanted, itemID: id)
        confirmed[id] = wanted
      } catch {
        guard edits[id] == edit else { continue }
        guard let index = items.firstIndex(where: { $0.id == id }) else { return }
        items[index].quantity = confirmed[id] ?? 0
        errorMessage = "\(items[index].name) could not be updated."
      }
    }
  }
}
