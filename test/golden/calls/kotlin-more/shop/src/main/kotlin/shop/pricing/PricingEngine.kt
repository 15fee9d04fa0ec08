package shop.pricing

import shop.Logger
import shop.model.Cart
import shop.model.Product
import shop.model.Repository

abstract class Engine {
    protected var runs = 0

    abstract fun price(cart: Cart): Int

    open fun refresh() {
        runs++
        log("refresh")
    }

    protected fun log(m: String) = Logger.info(m)
}

class PricingEngine(private val repo: Repository<Product>, private val rule: (Product) -> Boolean) : Engine() {
    override fun price(cart: Cart): Int {
        var sum = 0
        cart.each { line ->
            val product = repo.find(line.name) ?: return@each
            sum += discounted(product) * line.weight()
        }
        log("priced")
        return sum
    }

    override fun refresh() {
        super.refresh()
        repo.count()
    }

    private fun discounted(p: Product): Int = when {
        rule(p) -> p.price - 1
        p.isCheap() -> p.price
        else -> p.price * 2
    }
}
