import Foundation

protocol Priced {
    var price: Money { get }
    func discounted(by percent: Int) -> Money
}

extension Priced {
    func discounted(by percent: Int) -> Money {
        Money(price.cents * (100 - percent.clamped(to: 100)) / 100)
    }

    func label() -> String { "\(discounted(by: 0))" }
}

protocol CartDelegate: AnyObject {
    func cart(_ cart: Cart, didAdd item: Item)
    func cartDidEmpty(_ cart: Cart)
}

struct Item: Priced {
    let name: String
    let price: Money

    init?(name: String, cents: Int) {
        guard Item.valid(name) else { return nil }
        self.name = name
        self.price = Money(cents)
    }

    private static func valid(_ name: String) -> Bool { !name.isEmpty }
}

class Cart {
    weak var delegate: CartDelegate?
    private(set) var items: [Item] = []
    private lazy var store: Store = makeStore()

    var total: Money {
        items.map { $0.price }.reduce(.zero, +)
    }

    var onChange: ((Cart) -> Void)?

    var title: String = "" {
        didSet { changed() }
    }

    func add(_ item: Item) {
        items.append(item)
        delegate?.cart(self, didAdd: item)
        changed()
    }

    @discardableResult
    func removeAll() -> Self {
        items.removeAll()
        delegate?.cartDidEmpty(self)
        return self
    }

    func checkout(using payment: Payment) throws -> Receipt {
        guard !total.isFree else { throw CartError.empty }
        try payment.charge(total)
        store.save(self)
        return Receipt(cart: self)
    }

    private func changed() {
        onChange?(self)
        store.touch()
    }

    private func makeStore() -> Store { Store.shared }

    deinit { store.close() }
}

enum CartError: Error {
    case empty
    case declined(reason: String)

    var message: String {
        switch self {
        case .empty: return "empty"
        case .declined(let reason): return CartError.describe(reason)
        }
    }

    static func describe(_ reason: String) -> String { reason }
}

final class Store {
    static let shared = Store()
    private init() { open() }
    private func open() {}
    func save(_ cart: Cart) { write(cart.title) }
    func touch() {}
    func close() {}
    private func write(_ text: String) { print(text) }
}

struct Receipt {
    let lines: [String]

    init(cart: Cart) {
        lines = cart.items.map { Receipt.line(for: $0) }
    }

    static func line(for item: Item) -> String { item.label() }
}
