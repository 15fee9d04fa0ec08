import Foundation

protocol Store {
    func save(_ order: Order) async throws
    func find(_ id: Int) -> Order?
}

class OrderService {
    private let mailer: Mailer
    private let store: any Store
    private(set) var last: Order?
    var onPlaced: ((Order) -> Void)?
    weak var delegate: OrderServiceDelegate?

    init(mailer: Mailer, store: Store) {
        self.mailer = mailer
        self.store = store
    }

    func place(_ name: String) async throws -> Order {
        let order = Order(name: name)
        try await store.save(order)
        mailer.send(order.describe())
        last = order
        delegate?.service(self, didPlace: order)
        notify(order)
        return order
    }

    func find(_ id: Int) -> Order? { store.find(id) }

    func subscribe(_ handler: @escaping (Order) -> Void) {}

    private func notify(_ order: Order) {
        onPlaced?(order)
        Logger.default.log("placed")
    }
}

protocol OrderServiceDelegate: AnyObject {
    func service(_ service: OrderService, didPlace order: Order)
}

class Screen: OrderServiceDelegate {
    func service(_ service: OrderService, didPlace order: Order) {
        render(order.describe())
    }

    private func render(_ text: String) {}
}

struct Logger {
    static let `default` = Logger()

    func log(_ text: String) {}
}
