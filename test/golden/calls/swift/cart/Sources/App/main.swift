import Core

final class Shop: CartDelegate {
    let cart: Cart
    let payment: Payment

    init(payment: Payment) {
        self.payment = payment
        cart = Cart()
        cart.delegate = self
        cart.onChange = { [weak self] in self?.refresh($0) }
    }

    func refresh(_ cart: Cart) {
        render(cart.total)
    }

    func render(_ money: Money) { print(money) }

    func cart(_ cart: Cart, didAdd item: Item) {
        render(item.discounted(by: 10))
    }

    func cartDidEmpty(_ cart: Cart) {
        refresh(cart)
    }

    func run() {
        if let pen = Item(name: "pen", cents: 120) {
            cart.add(pen)
        }
        do {
            let receipt = try cart.checkout(using: payment)
            receipt.lines.forEach(show)
        } catch let error as CartError {
            show(error.message)
        } catch {
            show("unknown")
        }
        cart.removeAll().title = "done"
    }
}

func show(_ text: String) { print(text) }

let shop = Shop(payment: CardPayment())
shop.run()
