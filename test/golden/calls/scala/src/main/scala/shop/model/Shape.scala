package shop.model

sealed trait Shape {
  def area(): Double

  def text(): String = name() + area()

  protected def name(): String = "shape"
}

final case class Circle(r: Double) extends Shape {
  def area(): Double = Shape.square(r) * 3

  def radiusText(): Int = r.toInt
}

final class Square(side: Double) extends Shape {
  override def area(): Double = Shape.square(side)
}

object Shape {
  def make(kind: String): Shape =
    if (kind == "circle") Circle(1) else new Square(2)

  def square(x: Double): Double = x * x
}
