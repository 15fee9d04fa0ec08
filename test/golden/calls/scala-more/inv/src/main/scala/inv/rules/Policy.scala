package inv.rules

import inv.model.Item

trait Policy {
  def allows(item: Item): Boolean
  def and(other: Policy): Policy = new Both(this, other)
}

class Both(a: Policy, b: Policy) extends Policy {
  def allows(item: Item): Boolean = a.allows(item) && b.allows(item)
}

class Limit(max: Int) extends Policy {
  def allows(item: Item): Boolean = within(item.qty.n)
  private def within(n: Int): Boolean = n <= max
}

object Policies {
  val lenient: Policy = new Limit(1000)
  def strict(): Policy = new Limit(10).and(lenient)
}
