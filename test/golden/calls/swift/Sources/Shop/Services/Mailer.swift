protocol Mailer {
    func send(_ text: String)
}

class SmtpMailer: Mailer {
    let from: String

    init(from: String) {
        self.from = from.slug()
    }

    func send(_ text: String) {
        deliver(text.slug())
    }

    private func deliver(_ text: String) {}
}

struct NullMailer: Mailer {
    func send(_ text: String) {}

    func send(_ text: String, times: Int) {
        send(text)
    }
}

final class MemoryStore: Store {
    private var orders: [Int: Order] = [:]

    func save(_ order: Order) async throws {
        order.close()
        orders[order.id] = order
    }

    func find(_ id: Int) -> Order? { orders[id] }
}
