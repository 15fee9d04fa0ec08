package shop

import shop.model.{Line, Order, Shape}
import shop.model.Order.{create => createOrder}
import shop.service._
import shop.Syntax._

object Main extends App {
  val service = new OrderService(new SmtpMailer("root"), MemoryRepository())

  def run(names: List[String]): Int = {
    for (name <- names) {
      val order = service.place(name)
      order.addLine(Line(3)).addLine(Line.free).close()
      println(order.describe())
      order.lines.foreach(line => line.rename("a"))
      order.lines.filter(_.isCheap()).map(format)
    }
    val order = createOrder("b")
    order.touch()
    val found: Option[Order] = service.find(1)
    found.foreach(o => o.close())
    found.map(_.describe()).getOrElse("")
    val shape: Shape = Shape.make("circle")
    println(shape.area())
    shape match {
      case c: shop.model.Circle => c.radiusText()
      case _ => 0
    }
    "text".slug
    val text = names.head
    text.slug()
    val copy = order.copy(name = "c")
    copy.total()
    Registry.register("a", handle)
    helper(twice(2))
  }

  private def helper(x: Int): Int = {
    def inner(y: Int): Int = twice(y)
    inner(x)
  }

  def twice(x: Int): Int = x * 2

  def format(line: Line): String = line.text()

  def handle(order: Order): Unit = order.touch()

  run(args.toList)
}

object Registry {
  private var handlers: List[Order => Unit] = Nil

  def register(key: String, handler: Order => Unit): Unit = {
    handlers = handler :: handlers
    log(key)
  }

  private def log(s: String): Unit = ()
}

object Syntax {
  implicit class RichText(val s: String) extends AnyVal {
    def slug(): String = clean(s)
  }

  private def clean(s: String): String = s.trim
}
