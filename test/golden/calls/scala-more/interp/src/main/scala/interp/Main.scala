package interp

import interp.ast._
import interp.eval.{Environment, Evaluator}

object Main extends App {
  val env = Environment.empty.define("x", 4)
  run("x + 1")

  def run(src: String): Unit = {
    val parser = new Parser(Lexer.tokenize(src))
    parser.parse() match {
      case Right(node) => report(Evaluator(env).eval(node))
      case Left(err)   => fail(err.message)
    }
  }

  private def report(n: Int): Unit = println(n)

  private def fail(m: String): Nothing = sys.error(m)
}
