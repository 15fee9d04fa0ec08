package com.acme

import com.acme.shapes.Canvas
import com.acme.shapes.Printer
import com.acme.shapes.Shape
import com.acme.shapes.fill

fun large(shape: Shape): Boolean = shape.area() > 10

fun report(canvas: Canvas?) {
    val sum = canvas?.total(::large) ?: 0.0
    println(format(sum))
}

private fun format(value: Double): String = "%.2f".format(value)

fun main() {
    val canvas = Canvas().fill {
        circle(2.0)
        square(3)
    }
    canvas.redraw()
    report(canvas)
    val log = { text: String -> println(format(text.length.toDouble())) }
    Printer.register(log)
    runCatching { canvas.cursor() }.onSuccess { it.next() }
}
