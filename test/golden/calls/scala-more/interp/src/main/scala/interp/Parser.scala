package interp

import interp.ast._

case class ParseError(pos: Int) {
  def message: String = s"error at $pos"
  def shifted(n: Int): ParseError = copy(pos = pos + n)
}

class Parser(tokens: List[Token]) extends Cursor(tokens) with Tracing {
  def parse(): Either[ParseError, Node] = {
    trace("parse")
    val left = term()
    if (hasNext && peek().isOperator) {
      val op = advance()
      Right(Node.binary(op.text, left, term()))
    } else if (hasNext) Left(ParseError(position).shifted(1))
    else Right(left)
  }

  private def term(): Node = {
    val t = advance()
    if (t.isNumber) Num(t.text.toInt) else Var(t.text)
  }
}

abstract class Cursor(tokens: List[Token]) {
  protected var position = 0
  def hasNext: Boolean = position < tokens.size
  def peek(): Token = tokens(position)
  def advance(): Token = {
    val t = peek()
    position += 1
    t
  }
}

trait Tracing {
  def trace(m: String): Unit = write("trace " + m)
  private def write(m: String): Unit = System.err.println(m)
}
