package bank

trait Identified { def id: String; def describe(): String = "#" + id }

trait Audited extends Identified {
  def audit(event: String): Unit = AuditLog.record(describe() + event)
}

abstract class Account(val id: String, owner: Customer) extends Audited {
  protected var balance: Money = Money.zero

  def deposit(m: Money): Unit = {
    balance = balance.plus(m)
    audit("deposit")
  }

  def withdraw(m: Money): Boolean

  def ownerName(): String = owner.fullName()
}

class Checking(id: String, owner: Customer) extends Account(id, owner) {
  override def withdraw(m: Money): Boolean = {
    if (allowed(m)) { balance = balance.minus(m); true } else false
  }
  private def allowed(m: Money) = balance.atLeast(m)
}

class Savings(id: String, owner: Customer, rate: Double) extends Account(id, owner) {
  override def withdraw(m: Money): Boolean = false
  override def deposit(m: Money): Unit = {
    super.deposit(m)
    accrue()
  }
  def accrue(): Unit = balance = balance.times(rate)
}
