package interp.ast

sealed trait Node {
  def children: List[Node]
  def size(): Int = 1 + children.map(c => c.size()).sum
}

case class Num(value: Int) extends Node {
  def children = Nil
  def squared(): Int = value * value
}

case class Var(name: String) extends Node {
  def children = Nil
}

case class Binary(op: String, left: Node, right: Node) extends Node {
  def children = List(left, right)
  def swap(): Binary = Binary(op, right, left)
}

object Node {
  def binary(op: String, l: Node, r: Node): Node = normalize(Binary(op, l, r))

  private def normalize(b: Binary): Node = b.left match {
    case n: Num if n.squared() > 0 => b.swap()
    case _ => b
  }
}
