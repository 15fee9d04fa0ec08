package shop

sealed class Shape {
    abstract fun area(): Double

    open fun name(): String = "shape"

    fun print() {
        println(name() + area())
    }
}

class Circle(private val radius: Double) : Shape() {
    override fun area() = square(radius) * 3.14

    override fun name() = "circle of " + super.name()

    fun radiusText() = "$radius"
}

class Square(private val side: Double) : Shape() {
    override fun area(): Double = square(side)

    fun sideText() = "$side"
}

private fun square(x: Double) = x * x
