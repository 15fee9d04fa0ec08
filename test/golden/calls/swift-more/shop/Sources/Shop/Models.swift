struct Product {
    let name: String
    let price: Int

    static func sample() -> Product { Product(name: "cup", price: 5) }

    func isValid() -> Bool { price > 0 }

    func cost(count: Int) -> Int { price * count }
}

class Order {
    struct Line {
        let name: String
        let count: Int
    }

    let customer: String
    let lines: [Line]

    init(customer: String, lines: [Line]) {
        self.customer = customer
        self.lines = lines
    }

    func summary() -> String { "\(customer) \(size())" }

    func size() -> Int { lines.count }
}

class OrderBuilder {
    private var name = ""
    private var lines: [Order.Line] = []

    func customer(_ name: String) -> OrderBuilder {
        self.name = name
        return self
    }

    func item(_ name: String, count: Int) -> Self {
        lines.append(Order.Line(name: name, count: count))
        return self
    }

    func build() -> Order {
        return Order(customer: name, lines: lines)
    }
}
