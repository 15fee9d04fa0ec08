package shop.model

data class Product(val name: String, val price: Int) {
    fun isCheap(): Boolean = price < LIMIT

    companion object {
        const val LIMIT = 5
        fun of(name: String): Product = Product(name, defaultPrice())
        private fun defaultPrice() = 10
    }
}

fun Product.describe(): String = "$name: ${tag()}"

private fun Product.tag(): String = if (isCheap()) "cheap" else "dear"

interface Repository<T> {
    fun find(key: String): T?
    fun findAll(): List<T>
    fun save(item: T)
    fun count(): Int = findAll().size
}

class InMemoryRepository : Repository<Product> {
    private val items = mutableMapOf<String, Product>()

    override fun find(key: String): Product? = items[key]
    override fun findAll(): List<Product> = items.values.toList()
    override fun save(item: Product) {
        check(item)
        items[item.name] = item
    }

    private fun check(item: Product) {
        require(item.name.isNotEmpty())
    }
}
