package com.acme.shapes

typealias Filter = (Shape) -> Boolean

open class Layer(val title: String) {
    protected val shapes: MutableList<Shape> = ArrayList()

    open fun add(shape: Shape): Layer {
        shapes.add(shape)
        changed()
        return this
    }

    protected open fun changed() {}

    fun total(filter: Filter = { true }): Double = shapes.filter(filter).sumOf { shape -> shape.area() }

    inner class Cursor {
        private var at = 0
        fun next(): Shape? = shapes.getOrNull(at++)
        fun rewind() { at = 0; changed() }
    }

    fun cursor() = Cursor()
}

class Canvas : Layer("canvas") {
    private val layers = mutableMapOf<String, Layer>()
    private lateinit var printer: Printer

    init {
        setUp()
    }

    private fun setUp() {
        printer = Printer.create()
        layers["base"] = Layer("base")
    }

    override fun add(shape: Shape): Layer {
        layers["base"]?.add(shape)
        return super.add(shape)
    }

    override fun changed() = redraw()

    fun redraw() {
        val cursor = cursor()
        cursor.rewind()
        var shape = cursor.next()
        while (shape != null) {
            draw(shape)
            shape = cursor.next()
        }
    }

    private fun draw(shape: Shape) {
        val text = shape.accept(printer)
        if (shape is Square && shape.valid()) printer.warn(text)
        when (shape) {
            is Circle -> draw(shape * 0.5)
            is Square -> Unit
        }
    }
}

fun Canvas.fill(build: ShapeBuilder.() -> Unit): Canvas {
    val builder = ShapeBuilder()
    builder.build()
    builder.shapes.forEach { add(it) }
    return this
}

class ShapeBuilder {
    val shapes = mutableListOf<Shape>()

    fun circle(radius: Double) = keep(Circle(radius))
    fun square(side: Int) = keep(Square(side))

    private fun keep(shape: Shape) {
        shapes += shape
    }
}
