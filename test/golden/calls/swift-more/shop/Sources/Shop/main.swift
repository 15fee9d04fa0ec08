import Foundation

let shop = Shop(store: makeStore())
shop.stock(Product(name: "pen", price: 3))
shop.stock(.sample())
let order = OrderBuilder().customer("bob").item("pen", count: 2).build()
print(shop.checkout(order))

func makeStore() -> Store {
    if let path = CommandLine.arguments.last {
        return FileStore(path: path)
    }
    return MemoryStore()
}
