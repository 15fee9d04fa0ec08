import Foundation

enum TransportError: Error {
    case offline
    case status(Int)

    var isTemporary: Bool {
        switch self {
        case .offline: return true
        case .status(let code): return code.isServerError
        }
    }

    static func from(_ code: Int) -> TransportError? { code < 400 ? nil : .status(code) }
}

extension Int {
    var isServerError: Bool { inRange(500, 599) }
    func inRange(_ low: Int, _ high: Int) -> Bool { self >= low && self <= high }
}

protocol Transport: AnyObject {
    var name: String { get }
    func send(_ request: Request) async throws -> Data
}

class BaseTransport: Transport {
    var name: String { "base" }
    private(set) var sent = 0

    func send(_ request: Request) async throws -> Data {
        count()
        return try await perform(request)
    }

    func perform(_ request: Request) async throws -> Data {
        throw TransportError.offline
    }

    final func count() { sent += 1 }
}

final class HTTPTransport: BaseTransport {
    private let signer: Signer

    init(signer: Signer = HashSigner(key: "k")) {
        self.signer = signer
        super.init()
    }

    override var name: String { "http" }

    override func perform(_ request: Request) async throws -> Data {
        let signed = request.signed(by: signer)
        if let error = TransportError.from(check(signed)) { throw error }
        return Data()
    }

    private func check(_ request: Request) -> Int { request.headers.count.inRange(0, 9) ? 200 : 500 }
}
