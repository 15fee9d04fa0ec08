import Foundation

public struct Request: Hashable {
    public let url: URL
    var headers: [String: String] = [:]

    public init?(_ text: String) {
        guard let url = URL(string: text) else { return nil }
        self.url = url
    }

    func signed(by signer: Signer) -> Request {
        var copy = self
        copy.add("X-Sign", signer.sign(url.path))
        return copy
    }

    mutating func add(_ name: String, _ value: String) {
        headers[name.normalized] = value
    }
}

protocol Signer {
    func sign(_ text: String) -> String
}

extension Signer {
    func signAll(_ texts: [String]) -> [String] { texts.map(sign) }
}

struct HashSigner: Signer {
    let key: String
    func sign(_ text: String) -> String { digest(key + text) }
}

func digest(_ text: String) -> String { String(text.hashValue) }

extension String {
    var normalized: String { lowercasedFirst() }
    func lowercasedFirst() -> String { prefix(1).lowercased() + dropFirst() }
}
