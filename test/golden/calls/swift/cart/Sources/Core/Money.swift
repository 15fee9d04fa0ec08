import Foundation

public struct Money: Comparable, CustomStringConvertible {
    public let cents: Int

    public init(_ cents: Int) {
        self.cents = cents
    }

    public static let zero = Money(0)

    public static func + (lhs: Money, rhs: Money) -> Money {
        Money(lhs.cents + rhs.cents)
    }

    public static func < (lhs: Money, rhs: Money) -> Bool {
        lhs.cents < rhs.cents
    }

    public var description: String { format(cents) }

    public var isFree: Bool {
        self == .zero
    }

    private func format(_ n: Int) -> String {
        String(n / 100)
    }
}

extension Int {
    var euros: Money { Money(self * 100) }

    func clamped(to max: Int) -> Int {
        Swift.min(self, max)
    }
}
