package inv.model

case class Quantity(n: Int) extends AnyVal {
  def positive: Boolean = n > 0
  def +(o: Int): Quantity = Quantity(n + o)
  def show: String = format(n)
  private def format(i: Int): String = i.toString
}

case class Item(name: String, qty: Quantity) {
  def grow(by: Int): Item = copy(qty = qty + by)
}

sealed abstract class Failure {
  def text: String
  def loud(): String = text.toUpperCase
}

object Failure {
  case class Rejected(item: Item) extends Failure {
    def text: String = "rejected " + item.name
  }
  case object Unknown extends Failure {
    def text: String = fallback()
    private def fallback(): String = "?"
  }
  def rejected(i: Item): Failure = Rejected(i)
}
