protocol Payment {
    func charge(_ amount: Money) throws
}

class CardPayment: Payment {
    let gateway: Gateway

    init(gateway: Gateway = .make()) {
        self.gateway = gateway
    }

    func charge(_ amount: Money) throws {
        try authorize()
        gateway.send(amount)
    }

    func authorize() throws {}
}

class TestPayment: CardPayment {
    override func charge(_ amount: Money) throws {
        try super.charge(amount)
        record(amount)
    }

    private func record(_ amount: Money) {}
}

struct Gateway {
    static func make() -> Gateway { Gateway() }
    func send(_ amount: Money) { Gateway.log(amount.description) }
    private static func log(_ text: String) { print(text) }
}
