package shop.model

class Cart {
    private val lines = mutableListOf<Line>()

    fun add(name: String, qty: Int) {
        lines.add(Line(name, qty))
    }

    fun each(action: (Line) -> Unit) {
        for (line in lines) action(line)
    }

    class Line(val name: String, val qty: Int) {
        fun weight() = qty * 2
    }
}

fun cart(block: Cart.() -> Unit): Cart {
    val c = Cart()
    c.block()
    return c
}
