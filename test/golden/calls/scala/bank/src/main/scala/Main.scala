import bank._
import bank.service.Bank

object Main extends App {
  val bank = Bank.memory
  List("ann", "bob").foreach(bank.load)
  run(bank)(print)

  def run(bank: Bank)(out: String => Unit): Unit = {
    bank.transfer("ann", "bob", Money.of(10)) match {
      case Left(error) => out(error)
      case Right(_) => out(bank.total.pretty)
    }
    val credit = Account("eve", Money(100))
    credit.withdraw(Money(5)).foreach(_.deposit(Money(1)))
  }

  def print(text: String): Unit = println(text)
}
