package inv

import inv.model._
import inv.rules.{Policy, Policies => Defaults}
import scala.concurrent.{ExecutionContext, Future}

trait Logging {
  protected def logger: Logger = Logger(getClass.getName)
  def info(m: => String): Unit = logger.write(m)
}

class Logger private (name: String) {
  def write(m: String): Unit = println(prefix + m)
  private def prefix: String = s"[$name] "
}

object Logger {
  def apply(name: String): Logger = new Logger(name)
}

class Inventory(repo: Repo[Item])(implicit ec: ExecutionContext) extends Logging {
  private var policy: Policy = Defaults.strict()

  def withPolicy(p: Policy): Inventory = {
    policy = p
    this
  }

  def add(name: String, n: Int): Either[Failure, Item] = {
    val item = Item(name, Quantity(n))
    if (policy.allows(item)) {
      repo.save(item)
      info("saved")
      Right(item)
    } else Left(Failure.rejected(item))
  }

  def restock(names: List[String]): Future[Int] = Future {
    names.flatMap(repo.find).map(_.grow(1)).map(repo.save).size
  }

  def report(): Seq[String] =
    for (item <- repo.all() if item.qty.positive) yield render(item)

  private def render(i: Item): String = i match {
    case Item(name, q) => name + q.show
  }

  def describe(r: Either[Failure, Item]): String = r match {
    case Right(item) => render(item)
    case Left(f: Failure) => f.text
  }
}

object App {
  import scala.concurrent.ExecutionContext.Implicits.global

  def main(args: Array[String]): Unit = {
    val inv = new Inventory(new MemoryRepo).withPolicy(Defaults.lenient)
    inv.add("bolt", 3).foreach(i => println(i.grow(2)))
    inv.report().foreach(show)
    run(inv)(_.report())
  }

  def show(s: String): Unit = println(s)

  def run[A](inv: Inventory)(f: Inventory => A): A = f(inv)
}
