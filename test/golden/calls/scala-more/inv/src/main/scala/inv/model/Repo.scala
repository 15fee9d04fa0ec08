package inv.model

trait Repo[A] {
  def save(a: A): A
  def find(name: String): Option[A]
  def all(): Seq[A]
  def count(): Int = all().size
}

class MemoryRepo extends Repo[Item] {
  private val items = scala.collection.mutable.Map.empty[String, Item]

  override def save(a: Item): Item = {
    index(a)
    a
  }

  private def index(a: Item): Unit = items(a.name) = a

  override def find(name: String): Option[Item] = items.get(name)

  override def all(): Seq[Item] = items.values.toSeq.sortBy(key)

  private def key(i: Item): String = i.name
}
