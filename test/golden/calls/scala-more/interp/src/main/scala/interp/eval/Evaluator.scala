package interp.eval

import interp.ast.{Binary, Node, Num, Var}

class Environment(private val vars: Map[String, Int]) {
  def define(name: String, value: Int): Environment = new Environment(vars + (name -> value))
  def lookup(name: String): Option[Int] = vars.get(name)
}

object Environment {
  lazy val empty: Environment = new Environment(Map.empty)
}

class Evaluator(env: Environment) {
  import Evaluator._

  def eval(node: Node): Int = node match {
    case Num(v)             => v
    case Var(name)          => env.lookup(name).getOrElse(missing(name))
    case Binary(op, l, r)   => binary(op)(eval(l), eval(r))
  }

  private def missing(name: String): Int = -1
}

object Evaluator {
  def apply(env: Environment): Evaluator = new Evaluator(env)

  def binary(op: String): (Int, Int) => Int = op match {
    case "+" => add
    case _   => (a, b) => mul(a, b)
  }

  private def add(a: Int, b: Int): Int = a + b
  private def mul(a: Int, b: Int): Int = a * b
}
