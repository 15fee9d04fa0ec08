protocol Describable {
    func describe() -> String
}

extension Describable {
    func label() -> String { "[" + describe() + "]" }
}

class Entity {
    let id: Int

    init(id: Int) {
        self.id = id
        setUp()
    }

    func describe() -> String { key() }

    func touch() { mark() }

    private func setUp() {}
    private func mark() {}
    private func key() -> String { "\(id)" }
}

final class Order: Entity, Describable {
    var lines: [Line] = []
    private var status = Status.open

    init(name: String) {
        super.init(id: 1)
        validate()
    }

    convenience init(copying other: Order) {
        self.init(name: "copy")
        lines = other.lines
    }

    @discardableResult
    func addLine(_ line: Line) -> Order {
        lines.append(line)
        touch()
        return self
    }

    override func describe() -> String {
        super.describe() + label() + summary
    }

    var summary: String {
        total().description
    }

    func total() -> Int {
        lines.reduce(0) { $0 + $1.amount() }
    }

    func close() {
        status = status.next()
        self.touch()
    }

    private func validate() {}
}

enum Status {
    case open, closed

    func next() -> Status { .closed }
}

class OrderBuilder {
    private var name = ""

    func named(_ name: String) -> Self {
        self.name = name
        return self
    }

    func build() -> Order { Order(name: name) }
}
