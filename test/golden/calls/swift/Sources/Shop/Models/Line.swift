struct Line {
    let price: Int

    static func free() -> Line { Line(price: 0) }

    func amount() -> Int { price }

    var isCheap: Bool { amount() < 10 }

    func rename(_ to: String) { check(to) }

    func text() -> String { clean("\(price)") }
}

private func check(_ s: String) {}

protocol Shape {
    func area() -> Double
}

struct Circle: Shape {
    let r: Double

    func area() -> Double { square(r) * 3 }

    func radiusText() -> String { "\(r)" }
}

struct Square {
    let side: Double
}

extension Square: Shape {
    func area() -> Double { square(side) }
}

enum Shapes {
    static func make(_ kind: String) -> Shape {
        if kind == "circle" { return Circle(r: 1) }
        return Square(side: 2)
    }
}

private func square(_ x: Double) -> Double { x * x }
