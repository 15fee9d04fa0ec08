package shop

import shop.model.*
import shop.pricing.PricingEngine
import shop.util.formatted as pretty
import shop.util.retry

fun main() {
    val repo = InMemoryRepository()
    seed(repo)
    val engine = PricingEngine(repo) { it.price > 5 }
    val cart = cart {
        add("pen", 2)
        add("book", 1)
    }
    val total = engine.price(cart)
    println(total.pretty())
    retry(3) { engine.refresh() }
    repo.findAll().filter { it.isCheap() }.forEach { show(it) }
    val p = repo.find("pen")
    p?.let { show(it) }
    Logger.info("done")
    Config.load().apply { debug() }
}

private fun seed(repo: Repository<Product>) {
    listOf(Product("pen", 3), Product.of("book")).forEach(repo::save)
    repo.save(Product("cup", 1))
}

fun show(p: Product) = println(p.describe())
