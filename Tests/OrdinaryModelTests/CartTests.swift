import Foundation
import StoreExploring
import StoreTesting
import Testing

@MainActor
struct CartTests {
  @Test func `A checkout that forgets its key too early charges twice`() async {
    await expectViolation(of: "a cart is charged once", explorer(BuggyCartModel.init(service:storage:)))
  }

  @Test func `A checkout charges once, whenever the process is killed`() async {
    let exploration = await expectComplete(explorer(CartModel.init(service:storage:)))
    #expect(exploration.graph.edges.contains { $0.step == .killAfterWrites(0) })
  }

  private func explorer<Model: CartScreen>(
    _ make: @escaping @MainActor (any CartService, any KeyValueStorage) -> Model
  ) -> StoreExplorer<Shop<Model>, ObservedProperties> {
    @MainActor func shop(_ server: Server, _ storage: ControlledKeyValues, _ calls: ControlledDependencies) -> Shop<
      Model
    > {
      let service = Service(
        cart: calls.call("cart") { [.served("cart") { await server.cart }] },
        charge: calls.call("charge", whenLost: Offline()) { cents, key in
          [.served("charged") { await server.charge(cents, key) }]
        },
        close: calls.call("close", whenLost: Offline()) { [.served("closed") { await server.close() }] })
      return Shop(model: make(service, calls.keyValues(storage)), server: server, storage: storage)
    }
    return StoreExplorer(
      actions: [
        StoreAction("load") { await $0.model.load() },
        StoreAction("checkout") { await $0.model.checkout() },
      ],
      invariants: [.always("a cart is charged once") { $0.server.charges.count < 2 }],
      relaunch: { shop($0.server, $0.storage, $1) }
    ) { shop(Server(), ControlledKeyValues(), $0) }
  }
}

/// The app of one launch, and what survives it.
@MainActor
private struct Shop<Model: CartScreen> {
  let model: Model
  let server: Server
  let storage: ControlledKeyValues
}

@MainActor
private final class Server {
  private(set) var charges: [String] = []
  private var isClosed = false
  var cart: [CartItem] { isClosed ? [] : [CartItem(id: "1", name: "Tea", unitPrice: 500, quantity: 1)] }

  func charge(_ cents: Int, _ key: String) -> Receipt {
    if !charges.contains(key) { charges.append(key) }
    return Receipt(orderID: "1", cents: cents)
  }

  func close() { isClosed = true }
}

private struct Service: CartService {
  let cart: @Sendable () async throws -> [CartItem]
  let charge: @Sendable (Int, String) async throws -> Receipt
  let close: @Sendable () async throws -> Void

  func fetchCart() async throws -> [CartItem] { try await cart() }
  func setQuantity(_ quantity: Int, itemID: CartItem.ID) async throws {}
  func charge(cents: Int, idempotencyKey: String) async throws -> Receipt { try await charge(cents, idempotencyKey) }
  func closeCart(orderID: String) async throws { try await close() }
}

@MainActor
private protocol CartScreen: AnyObject {
  func load() async
  func checkout() async
}

extension CartModel: CartScreen {}
extension BuggyCartModel: CartScreen {}
extension ControlledKeyValues: KeyValueStorage {}
