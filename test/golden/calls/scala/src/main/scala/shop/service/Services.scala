package shop.service

import shop.model.Order

trait Repository[T] {
  def save(item: T): Unit
  def find(id: Int): Option[T]
  def saveAll(items: List[T]): Unit = items.foreach(save)
}

class MemoryRepository extends Repository[Order] {
  override def save(item: Order): Unit = item.close()

  override def find(id: Int): Option[Order] = None
}

object MemoryRepository {
  def apply(): MemoryRepository = new MemoryRepository()
}

abstract class Service(name: String) {
  protected def trace(text: String): Unit = write(name + text)

  private def write(s: String): Unit = ()
}

class OrderService(mailer: Mailer, repository: Repository[Order]) extends Service("orders") {
  def place(name: String): Order = {
    val order = Order.create(name)
    repository.save(order)
    mailer.send(order.describe())
    trace(name)
    order
  }

  def find(id: Int): Option[Order] = repository.find(id)
}

trait Mailer {
  def send(text: String): Unit
}

class SmtpMailer(from: String) extends Mailer {
  def send(text: String): Unit = deliver(text)

  private def deliver(text: String): Unit = ()
}

class NullMailer extends Mailer {
  def send(text: String): Unit = {}

  def send(text: String, times: Int): Unit = send(text)
}
