import Foundation

func sum(_ xs: [Int]) -> Int { xs.reduce(0, plus) }

private func plus(_ a: Int, _ b: Int) -> Int { a + b }

func loud(_ s: String) -> String { s.slug().uppercased() }

extension String {
    func slug() -> String { clean(self) }

    var quoted: String { quote() }

    private func quote() -> String { "'\(self)'" }
}

func clean(_ s: String) -> String { s }

final class Registry {
    static let shared = Registry()

    private var items: [String: Order] = [:]

    private init() {
        reset()
    }

    func add(_ key: String, _ order: Order) {
        items[key] = order
        items[key]?.touch()
        items.values.forEach { item in item.close() }
    }

    private func reset() {}
}
