import Foundation

public final class NoteStore {
    private var notes: [UUID: Note] = [:]
    private let indexer: Indexing
    private let queue = WorkQueue<Note>(limit: 10)
    public var onChange: ((Note) -> Void)?

    public init(indexer: Indexing = WordIndexer()) {
        self.indexer = indexer
    }

    @discardableResult
    public func add(_ text: String, tags: [Tag] = []) throws -> Note {
        guard let parsed = NoteParser.parse(text) else { throw NoteError.empty }
        var note = Note(body: parsed, tags: tags)
        note.touch()
        notes[note.id] = note
        indexer.index(note)
        queue.enqueue(note) { done in
            self.changed(done)
        }
        return note
    }

    public func search(_ term: String) -> [Note] {
        indexer.lookup(term)
            .compactMap { notes[$0] }
            .filter { $0.matches(term) }
            .sorted(by: Note.newer)
    }

    public func summary(of id: UUID) -> String? {
        notes[id]?.headline().truncated(to: 10)
    }

    private func changed(_ note: Note) {
        onChange?(note)
        log("changed")
    }

    func removeAll(where predicate: (Note) -> Bool) {
        for (id, note) in notes where predicate(note) {
            notes[id] = nil
            note.discard()
        }
    }
}

private func log(_ m: String) { print(m) }
