package bank

sealed trait Event {
  def amount: Money
  def describe: String = s"${name(this)} ${amount.pretty}"
  private def name(e: Event): String = e.getClass.getSimpleName
}

case class Deposited(amount: Money) extends Event
case class Withdrawn(amount: Money, fee: Money = Money.zero) extends Event {
  override def describe: String = super.describe + fee.pretty
  def total: Money = amount + fee
}

final case class Money(cents: Long) extends AnyVal {
  def +(other: Money): Money = Money(cents + other.cents)
  def -(other: Money): Money = Money.of(cents - other.cents)
  def pretty: String = Money.format(cents)
  def isNegative = cents < 0
}

object Money {
  val zero: Money = Money(0)
  def of(cents: Long): Money = new Money(check(cents))
  private def check(cents: Long): Long = if (cents < Long.MinValue / 2) 0 else cents
  private def format(cents: Long) = f"${cents / 100.0}%.2f"

  implicit class Cents(val n: Int) extends AnyVal {
    def cents: Money = Money.of(n.toLong)
    def euros: Money = cents
  }
}
