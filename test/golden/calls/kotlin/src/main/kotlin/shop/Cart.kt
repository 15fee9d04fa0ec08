package shop

import shop.data.Repository

data class Item(val name: String, val price: Int) {
    fun label(): String = "$name ${format(price)}"

    fun isCheap() = price < LIMIT

    fun rename(to: String) = Item(to, price)

    companion object Parser {
        const val LIMIT = 10

        fun parse(text: String): Item = Item(text, default())

        private fun default() = 1
    }
}

internal fun format(price: Int): String = "$price"

class Cart(private val repository: Repository) {
    val items: MutableList<Item> = mutableListOf()

    fun add(item: Item): Cart {
        items += item
        repository.save(item)
        return this
    }

    fun total(adjust: (Int) -> Int): Int {
        var sum = 0
        for (item in items) {
            sum += adjust(item.price)
            item.isCheap()
        }
        return sum
    }

    fun summary() = buildString {
        append(format(total { it }))
    }
}

class Session private constructor(name: String) {
    private var open = false

    init {
        check(name)
    }

    fun begin() {
        open = true
        notifyOpen()
    }

    fun end() = notifyOpen()

    private fun notifyOpen() {}

    private fun check(name: String) {}

    companion object {
        fun create(name: String) = Session(name)
    }
}
