package bank

case class Money(cents: Long) {
  def plus(o: Money): Money = Money(cents + o.cents)
  def minus(o: Money): Money = Money(cents - o.cents)
  def times(r: Double): Money = Money.of(cents * r / 100)
  def atLeast(o: Money): Boolean = cents >= o.cents
}

object Money {
  val zero = Money(0)
  def of(amount: Double): Money = new Money(round(amount))
  private def round(d: Double): Long = math.round(d * 100)

  implicit class MoneyOps(val n: Int) {
    def dollars(): Money = Money.of(n)
  }
}
