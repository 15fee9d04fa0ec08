protocol Store {
    func save(_ p: Product)
    func find(_ name: String) -> Product?
}

extension Store {
    func saveAll(_ ps: [Product]) {
        for p in ps { save(p) }
    }
}

class MemoryStore: Store {
    private var items: [String: Product] = [:]

    func save(_ p: Product) {
        items[p.name] = p
        didChange()
    }

    func find(_ name: String) -> Product? { items[name] }

    func didChange() {}
}

class FileStore: MemoryStore {
    let path: String

    init(path: String) {
        self.path = path
        super.init()
        load()
    }

    override func didChange() {
        super.didChange()
        flush()
    }

    private func load() { saveAll([.sample()]) }

    private func flush() {}
}

struct ReceiptPrinter {
    func render(total: Int) -> String { header() + String(total) }
    private func header() -> String { Self.title }
    static let title = "receipt"
}
