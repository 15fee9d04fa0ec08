import Foundation

public protocol Playable {
    var duration: TimeInterval { get }
    func play(from start: TimeInterval) -> Bool
}

extension Playable {
    public var label: String { format(duration) }
    func format(_ seconds: TimeInterval) -> String { "\(Int(seconds) / 60)" }
    public func replay() -> Bool { play(from: 0) }
}

public struct Track: Playable, Hashable {
    public let title: String
    public let seconds: Double
    public var duration: TimeInterval { seconds.rounded() }

    public init(title: String, seconds: Double) {
        self.title = title
        self.seconds = seconds
    }

    public init?(line: String) {
        let parts = line.split(separator: ";")
        guard parts.count == 2, let seconds = Track.number(String(parts[1])) else { return nil }
        self.init(title: String(parts[0]), seconds: seconds)
    }

    static func number(_ text: String) -> Double? { Double(text) }

    public func play(from start: TimeInterval) -> Bool {
        guard start < duration else { return false }
        Output.shared.write(title)
        return true
    }

    public static func < (lhs: Track, rhs: Track) -> Bool { lhs.seconds < rhs.seconds }
}

public final class Output {
    public static let shared = Output()
    private var lines: [String] = []
    private init() {}
    public func write(_ text: String) { lines.append(text); flushIfNeeded() }
    private func flushIfNeeded() { if lines.count > limit { flush() } }
    private var limit: Int { 10 }
    func flush() { lines.removeAll() }
}
