package com.acme.shapes

class Printer(private val indent: Int) : Visitor {
    private val out = StringBuilder()

    override fun circle(circle: Circle): String = line("circle ${circle.area()}")

    override fun square(square: Square): String {
        val text = line("square ${square.area()}")
        if (!square.valid()) warn(text)
        return text
    }

    private fun line(text: String) = pad() + text

    private fun pad() = " ".repeat(indent)

    fun warn(text: String) {
        out.appendLine(text)
        hooks.forEach { it(text) }
    }

    companion object Factory {
        val hooks = mutableListOf<(String) -> Unit>()

        fun create(indent: Int = 2): Printer = Printer(indent).also { register(::println) }

        fun register(hook: (String) -> Unit) {
            hooks += hook
        }
    }
}
