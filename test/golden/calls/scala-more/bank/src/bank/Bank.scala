package bank

import scala.collection.mutable
import bank.Money._

case class Customer(first: String, last: String) {
  def fullName(): String = first + " " + last
}

class Bank(store: Store[Account]) {
  private val hooks = mutable.Buffer[Account => Unit]()

  def open(c: Customer, kind: Kind): Account = {
    val account = kind match {
      case Kind.Checking => new Checking(nextId(), c)
      case Kind.Savings  => new Savings(nextId(), c, 1.1)
    }
    store.put(account.id, account)
    hooks.foreach(h => h(account))
    account
  }

  def onOpen(hook: Account => Unit): Unit = hooks += hook

  def transfer(from: String, to: String, m: Money): Boolean = {
    val done = for {
      a <- store.get(from)
      b <- store.get(to)
      if a.withdraw(m)
    } yield b.deposit(m)
    done.isDefined
  }

  def names(): Seq[String] = store.all().map(_.ownerName())

  private def nextId(): String = Ids.next()
}

sealed trait Kind
object Kind {
  case object Checking extends Kind
  case object Savings extends Kind
}
