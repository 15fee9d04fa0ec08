package interp

class Token(val text: String) {
  def isNumber: Boolean = text.forall(_.isDigit)
  def isOperator: Boolean = Token.operators(text)
}

object Token {
  val operators = Set("+", "*")
  def apply(text: String): Token = new Token(text.trim)
}

object Lexer {
  def tokenize(src: String): List[Token] =
    split(src).filter(keep).map(w => Token(w))

  private def split(src: String): List[String] = src.split(" ").toList

  private def keep(s: String): Boolean = s.nonEmpty
}
