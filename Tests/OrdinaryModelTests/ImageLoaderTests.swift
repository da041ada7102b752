import Foundation
import StoreExploring
import StoreTesting
import Testing

@MainActor
struct ImageLoaderTests {
  @Test func `A cell that disappears cancels the image of another`() async {
    await expectViolation(
      of: "a visible cell has its image or waits for it", explorer(BuggyImageLoaderModel.init(cache:), \.isEmpty))
  }

  @Test func `A visible cell has its image or waits for it`() async {
    await expectComplete(explorer(ImageLoaderModel.init(cache:), \.isEmpty))
  }

  private func explorer<Model: ImageLoading>(
    _ make: @escaping @MainActor (ImageCache) -> Model, _ isEmpty: KeyPath<Model, Bool>
  ) -> StoreExplorer<List<Model>, ObservedProperties> {
    StoreExplorer(
      actions: [
        StoreAction("a cell appears", when: { $0.cells < 2 }) { $0.appear() },
        StoreAction("a cell disappears", when: { $0.cells > 0 }) { $0.disappear() },
      ],
      invariants: [
        .always("a visible cell has its image or waits for it") { $0.cells == 0 || !$0.model[keyPath: isEmpty] }
      ]
    ) { dependencies in
      let cache = ImageCache(
        fetch: dependencies.call("fetch") { _ in [.success("image", Data([1])), .failure("offline", Offline())] })
      return List(model: make(cache))
    }
  }
}

/// A list whose cells show the same image.
@MainActor
private final class List<Model: ImageLoading> {
  let model: Model
  private(set) var cells = 0

  init(model: Model) {
    self.model = model
  }

  func appear() {
    cells += 1
    model.load(URL(filePath: "image"))
  }

  func disappear() {
    cells -= 1
    model.cancel(URL(filePath: "image"))
  }
}

@MainActor
private protocol ImageLoading: AnyObject {
  func load(_ url: URL)
  func cancel(_ url: URL)
}

extension ImageLoaderModel: ImageLoading {
  fileprivate var isEmpty: Bool { phases.isEmpty }
}

extension BuggyImageLoaderModel: ImageLoading {
  fileprivate var isEmpty: Bool { phases.isEmpty }
}
