import Foundation

final class Shop {
    private let store: Store
    private var listeners: [(Order) -> Void] = []
    lazy var printer = ReceiptPrinter()

    init(store: Store) {
        self.store = store
        listeners.append { order in self.log(order.summary()) }
    }

    func stock(_ product: Product) {
        guard product.isValid() else { return }
        store.save(product)
    }

    func checkout(_ order: Order) -> String {
        let total = order.lines.map { line in price(of: line) }.reduce(0, +)
        listeners.forEach { $0(order) }
        return printer.render(total: total.rounded(to: 5))
    }

    private func price(of line: Order.Line) -> Int {
        guard let product = store.find(line.name) else { return missing(line) }
        return product.cost(count: line.count)
    }

    private func missing(_ line: Order.Line) -> Int { 0 }

    private func log(_ message: String) { print(message) }
}

extension Int {
    func rounded(to step: Int) -> Int { align(self, step) }
}

func align(_ n: Int, _ step: Int) -> Int { n / step * step }
