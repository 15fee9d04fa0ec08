struct Queue<Element> {
    private var items: [Element] = []

    mutating func push(_ e: Element) { items.append(e) }

    mutating func pop() -> Element? {
        if isEmpty() { return nil }
        return items.removeFirst()
    }

    func isEmpty() -> Bool { items.count == 0 }

    func first() -> Element? { items.first }
}
