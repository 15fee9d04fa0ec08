package com.acme.shapes

import kotlin.math.PI

sealed interface Shape {
    val name: String
    fun area(): Double
    fun accept(visitor: Visitor): String
}

interface Visitor {
    fun circle(circle: Circle): String
    fun square(square: Square): String
}

class Circle(private val radius: Double) : Shape {
    override val name = "circle"
    override fun area() = PI * square(radius)
    override fun accept(visitor: Visitor) = visitor.circle(this)

    private fun square(x: Double) = x * x

    operator fun times(factor: Double) = Circle(radius * factor)
}

class Square(val side: Double) : Shape {
    override val name get() = label()
    override fun area(): Double = side * side
    override fun accept(visitor: Visitor) = visitor.square(this)

    private fun label(): String = "square of $side"

    constructor(width: Int) : this(width.toDouble()) {
        check(valid())
    }

    fun valid() = side > 0
}
