import Foundation

public protocol Indexing: AnyObject {
    func index(_ note: Note)
    func lookup(_ term: String) -> [UUID]
}

extension Indexing {
    func reindex(_ notes: [Note]) {
        notes.forEach { index($0) }
    }
}

public class WordIndexer: Indexing {
    private var words: [String: Set<UUID>] = [:]

    public func index(_ note: Note) {
        for word in tokenize(note.body) {
            insert(word, note.id)
        }
    }

    public func lookup(_ term: String) -> [UUID] {
        Array(words[fold(term)] ?? [])
    }

    func tokenize(_ s: String) -> [String] { s.split(separator: " ").map(String.init) }

    private func insert(_ w: String, _ id: UUID) {
        words[fold(w), default: []].insert(id)
    }
}

final class StemIndexer: WordIndexer {
    override func tokenize(_ s: String) -> [String] {
        super.tokenize(s).map { stem($0) }
    }

    private func stem(_ w: String) -> String { w }
}

func fold(_ s: String) -> String { s.lowercased() }
