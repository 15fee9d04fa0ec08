package bank

import scala.collection.mutable

trait Audit {
  protected val log = mutable.Buffer.empty[String]
  def record(text: String): Unit = {
    log += stamp(text)
    flushed()
  }
  protected def flushed(): Unit
  private def stamp(text: String) = s"[$text]"
}

abstract class Account(val owner: String) extends Audit {
  private var events: List[Event] = Nil

  def apply(event: Event): Account = {
    events = event :: events
    record(event.describe)
    this
  }

  def balance: Money = events.foldLeft(Money.zero)(step)

  protected def step(sum: Money, event: Event): Money = event match {
    case Deposited(amount) => sum + amount
    case w: Withdrawn => sum - w.total
  }

  def deposit(amount: Money): Account = apply(Deposited(amount))

  def withdraw(amount: Money): Either[String, Account] =
    if (allowed(amount)) Right(apply(Withdrawn(amount)))
    else Left(refuse(amount))

  def allowed(amount: Money): Boolean

  private def refuse(amount: Money) = s"no ${amount.pretty}"
}

class Current(owner: String) extends Account(owner) {
  def allowed(amount: Money): Boolean = !(balance - amount).isNegative
  protected def flushed(): Unit = Console.flush()
}

class Credit(owner: String, limit: Money) extends Account(owner) {
  override def allowed(amount: Money): Boolean = within(balance + limit, amount)
  protected def flushed(): Unit = ()
  private def within(max: Money, amount: Money) = !(max - amount).isNegative
}

object Account {
  def open(owner: String): Account = new Current(owner)
  def apply(owner: String, limit: Money): Credit = new Credit(owner, limit)
}
