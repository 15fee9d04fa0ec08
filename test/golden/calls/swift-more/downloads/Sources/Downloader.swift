import Foundation

public actor Downloader {
    typealias Progress = (Int) -> Void

    static let shared = Downloader(transport: HTTPTransport())

    private let transport: Transport
    private var cache: [Request: Data] = [:]
    private lazy var queue = makeQueue()

    init(transport: Transport) {
        self.transport = transport
    }

    func fetch(_ text: String, progress: Progress? = nil) async throws -> Data {
        guard let request = Request(text) else { throw TransportError.offline }
        if let hit = cached(request) { return hit }
        let data = try await retry(3) { try await self.transport.send(request) }
        store(data, for: request)
        progress?(data.count)
        queue.add(request)
        return data
    }

    private func cached(_ request: Request) -> Data? { cache[request] }

    private func store(_ data: Data, for request: Request) { cache[request] = data }

    private func makeQueue() -> Queue<Request> { Queue() }

    private func retry<T>(_ times: Int, _ work: () async throws -> T) async throws -> T {
        do {
            return try await work()
        } catch let error as TransportError where error.isTemporary {
            return try await retry(times - 1, work)
        }
    }
}

struct Queue<Element> {
    private var items: [Element] = []

    mutating func add(_ item: Element) {
        items.append(item)
        trim()
    }

    private mutating func trim() {
        if items.count > 10 { items.removeFirst() }
    }
}

struct Report {
    var lines: [String] = []

    static func + (left: Report, right: Report) -> Report { Report(lines: left.lines + right.lines) }

    func printed(with format: (String) -> String) { lines.map(format).forEach(show) }
}

func show(_ line: String) { print(line) }

func upper(_ line: String) -> String { line.uppercased() }

@main
struct App {
    static func main() async throws {
        let loader = Downloader.shared
        _ = try await loader.fetch("https://a.example") { count in show("\(count)") }
        let transport: Transport = HTTPTransport()
        if let request = Request("x") { _ = try await transport.send(request) }
        let report = Report(lines: ["a"]) + Report(lines: ["b"])
        report.printed(with: upper)
        _ = HashSigner(key: "z").signAll(["p"])
        App().finish()
    }

    private func finish() { defer { show("bye") }; show("done") }
}
