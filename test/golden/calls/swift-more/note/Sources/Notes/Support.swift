struct WorkQueue<Item> {
    let limit: Int
    private var pending: [Item] = []

    init(limit: Int) { self.limit = limit }

    func enqueue(_ item: Item, completion: @escaping (Item) -> Void) {
        run { completion(item) }
    }

    private func run(_ body: () -> Void) { body() }
}

struct NoteParser {
    static func parse(_ text: String) -> String? {
        let line = firstLine(of: text)
        return line.isEmpty ? nil : line
    }

    static func firstLine(of text: String) -> String { text }
}

@main
struct Main {
    static func main() {
        let store = NoteStore(indexer: StemIndexer())
        do {
            let note = try store.add("hello", tags: [.person(Person(name: "Ann"))])
            print(note.headline())
        } catch {
            fail(error)
        }
        store.search("x").forEach(show)
        store.removeAll { $0.matches("old") }
        if let n = store.search("y").first {
            show(n)
        }
    }

    static func show(_ n: Note) { print(n.headline()) }
    private static func fail(_ e: Error) { print(e) }
}
