import Foundation

public enum Order {
    case title, length
    func areInOrder(_ a: Track, _ b: Track) -> Bool {
        switch self {
        case .title: return a.title < b.title
        case .length: return a < b
        }
    }
}

public class Playlist: Playable {
    public private(set) var tracks: [Track] = []
    public var onChange: ((Playlist) -> Void)?
    public lazy var id: String = makeId()

    public init() {}

    public convenience init(tracks: [Track]) {
        self.init()
        tracks.forEach { self.append($0) }
    }

    public var duration: TimeInterval {
        tracks.map { $0.duration }.reduce(0, +)
    }

    public var first: Track? { tracks.first }

    public subscript(index: Int) -> Track { track(at: index) }

    @discardableResult
    public func append(_ track: Track) -> Self {
        tracks.append(track)
        changed()
        return self
    }

    public func sorted(by order: Order) -> Playlist {
        Playlist(tracks: tracks.sorted(by: order.areInOrder))
    }

    public func play(from start: TimeInterval) -> Bool {
        for track in tracks where !track.play(from: start) { return false }
        return true
    }

    func track(at index: Int) -> Track { tracks[index] }
    func makeId() -> String { UUID().uuidString }
    func changed() { onChange?(self) }
}

public final class ShufflePlaylist: Playlist {
    override func changed() {
        super.changed()
        shuffle()
    }
    private func shuffle() {}
    override public func play(from start: TimeInterval) -> Bool {
        shuffle()
        return super.play(from: start)
    }
}

public struct Queue<Element: Playable> {
    private var items: [Element] = []
    public mutating func push(_ item: Element) { items.append(item) }
    public mutating func playNext() -> Bool {
        guard let next = pop() else { return false }
        return next.play(from: 0)
    }
    private mutating func pop() -> Element? { items.popLast() }
}

extension Array where Element == Track {
    func total() -> Double { reduce(0) { $0 + $1.duration } }
}
