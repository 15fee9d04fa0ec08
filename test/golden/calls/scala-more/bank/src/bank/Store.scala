package bank

class Store[A] {
  private var items = Map.empty[String, A]
  def put(id: String, a: A): Unit = { touch(); items += id -> a }
  def get(id: String): Option[A] = items.get(id)
  def all(): Seq[A] = items.values.toSeq
  private def touch(): Unit = ()
}

object Ids {
  private var n = 0
  def next(): String = { n += 1; n.toString }
}

object AuditLog {
  def record(s: String): Unit = println(s)
}

object Demo {
  def main(args: Array[String]): Unit = {
    val bank = new Bank(new Store[Account])
    bank.onOpen(greet)
    val acc = bank.open(Customer("A", "B"), Kind.Checking)
    acc.deposit(Money.of(3))
    acc match {
      case s: Savings => s.accrue()
      case _ => acc.audit("seen")
    }
    if (acc.isInstanceOf[Savings]) acc.asInstanceOf[Savings].accrue()
    bank.transfer("1", "2", Money(3))
    bank.names().foreach(println)
  }

  def greet(a: Account): Unit = println(a.ownerName())
}
