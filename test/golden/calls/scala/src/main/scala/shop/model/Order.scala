package shop.model

abstract class Entity(val id: Int) {
  def describe(): String = key()

  def touch(): Unit = mark()

  private def mark(): Unit = ()

  private def key(): String = id.toString
}

trait Audited { self: Entity =>
  def audit(what: String): Unit = {
    touch()
    write(what)
  }

  private def write(s: String): Unit = ()
}

case class Line(price: Int) {
  def amount(): Int = price

  def isCheap(): Boolean = amount() < 10

  def rename(to: String): Unit = check(to)

  def text(): String = Line.show(this)

  private def check(s: String): Unit = ()
}

object Line {
  def free: Line = Line(0)

  def show(line: Line): String = line.price.toString
}

case class Order(name: String, lines: List[Line] = Nil) extends Entity(1) with Audited {
  private val first = Line(1)

  def addLine(line: Line): Order = {
    touch()
    copy(lines = line :: lines)
  }

  def total(): Int = {
    first.amount()
    lines.map(_.amount()).sum
  }

  override def describe(): String = super.describe() + label

  def close(): Unit = {
    audit("close")
    this.touch()
  }

  private def label: String = Order.decorate(name)
}

object Order {
  def create(name: String): Order = new Order(name)

  def decorate(s: String): String = wrap(s)

  private def wrap(s: String): String = s

  def apply(name: String): Order = create(name)
}
