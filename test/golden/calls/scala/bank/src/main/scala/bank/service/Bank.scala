package bank
package service

import bank.Money._
import scala.util.{Failure, Success, Try}

class Bank(repo: Repository[Account]) {
  private val fees = Fees.default

  def transfer(from: String, to: String, amount: Money): Either[String, Unit] =
    for {
      a <- find(from)
      b <- find(to)
      _ <- a.withdraw(amount + fees.of(amount))
    } yield {
      b.deposit(amount)
      notify(a, b)
    }

  private def find(owner: String): Either[String, Account] = repo.get(owner).toRight(missing(owner))

  private def missing(owner: String): String = s"no $owner"

  private def notify(accounts: Account*): Unit = accounts.foreach(a => println(show(a)))

  def total: Money = repo.all.map(_.balance).reduce(_ + _)

  def load(text: String): Unit = Try(parse(text)) match {
    case Success(account) => repo put account
    case Failure(e) => report(e)
  }

  private def parse(text: String): Account = Account.open(text).deposit(5.euros)
  private def report(e: Throwable): Unit = Bank.log(e.getMessage)
  private def show(a: Account) = a.owner + a.balance.pretty
}

object Bank {
  def log(text: String): Unit = println(text)
  lazy val memory: Bank = new Bank(new MemoryRepository)
}

trait Repository[A] {
  def get(key: String): Option[A]
  def put(a: A): Unit
  def all: Seq[A]
  def size: Int = all.size
}

class MemoryRepository extends Repository[Account] {
  private val rows = scala.collection.mutable.Map.empty[String, Account]
  def get(key: String): Option[Account] = rows.get(normal(key))
  def put(a: Account): Unit = rows(normal(a.owner)) = a
  def all: Seq[Account] = rows.values.toSeq
  private def normal(key: String) = key.trim
}

class Fees(rate: Int) {
  def of(amount: Money): Money = (amount.cents * rate).toInt.cents
}

object Fees {
  def default: Fees = apply(2)
  def apply(rate: Int): Fees = new Fees(rate)
}
