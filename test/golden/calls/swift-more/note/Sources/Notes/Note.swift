import Foundation

public struct Note: Equatable {
    let id = UUID()
    var body: String
    var tags: [Tag]
    private(set) var updated = Clock.now()

    mutating func touch() {
        updated = Clock.now()
    }

    func matches(_ term: String) -> Bool {
        contains(term) || tags.contains { $0.has(term) }
    }

    private func contains(_ t: String) -> Bool { body.range(of: t) != nil }

    func headline() -> String { NoteParser.firstLine(of: body) }

    static func newer(_ a: Note, _ b: Note) -> Bool { a.updated > b.updated }

    func discard() {}
}

public enum Tag {
    case plain(String)
    case person(Person)
    indirect case nested(Tag, level: Int)

    func has(_ t: String) -> Bool {
        switch self {
        case .plain(let s):
            return s == t
        case .person(let p):
            return p.isCalled(t)
        case .nested(let inner, _):
            return inner.has(t)
        }
    }
}

public class Person {
    let name: String
    init(name: String) { self.name = name }
    func isCalled(_ n: String) -> Bool { normalized() == n }
    private func normalized() -> String { name.lowercased() }
}

enum Clock {
    static func now() -> Double { offset() }
    private static func offset() -> Double { 0 }
}

enum NoteError: Error { case empty }

extension String {
    func truncated(to n: Int) -> String { String(prefix(n)) + ellipsis() }
    private func ellipsis() -> String { "…" }
}
