import Foundation

let registry = Registry.shared

func run(_ names: [String]) async throws {
    let service = OrderService(mailer: SmtpMailer(from: "root"), store: MemoryStore())
    for name in names {
        let order = try await service.place(name)
        order.addLine(Line(price: 3)).addLine(Line.free()).close()
        print(order.describe())
        for line in order.lines {
            line.amount()
        }
        order.lines.forEach { $0.rename("a") }
        order.lines.filter { line in line.isCheap }.map(format)
        order.lines.first?.rename("b")
        registry.add(name, order)
        print(name.slug())
    }
    if let found = service.find(1) {
        found.touch()
    }
    guard let other = service.find(2) else { return }
    other.close()
    let shape: Shape = Shapes.make("circle")
    print(shape.area())
    if let circle = shape as? Circle {
        circle.radiusText()
    }
    let result = sum([1, 2].map(twice))
    print(result, loud("x"))
    service.onPlaced = handlePlaced
    service.subscribe(handlePlaced)
    let copy = Order(copying: service.last!)
    copy.close()
    func local() { tick() }
    local()
    let builder = OrderBuilder()
    builder.named("x").build().describe()
}

func format(_ line: Line) -> String { line.text() }

func handlePlaced(_ order: Order) {
    order.touch()
}

func tick() {}

func twice(_ x: Int) -> Int { x * 2 }
