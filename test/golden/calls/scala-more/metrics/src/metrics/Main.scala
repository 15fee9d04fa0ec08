package metrics

import metrics.implicits.cooled

object Main:
  private val handlers: Map[String, String => Unit] = Map(
    "gauge" -> gauge,
    "count" -> (arg => count(arg))
  )

  private lazy val collector = Collector.console

  private def gauge(arg: String): Unit =
    collector.record(Gauge(Sample.zero(arg).cooled))

  private def count(arg: String): Unit =
    collector.record(Count(arg, 1)) match
      case Right(sample) => show(sample)
      case Left(problem) => warn(problem)

  private def show(sample: Sample): Unit = println(sample.label)
  private def warn(text: String): Unit = Console.err.println(text)

  def main(args: Array[String]): Unit =
    args.foreach { arg => handlers.get(arg).foreach(run => run(arg)) }
    println(collector.total)
    collector.close()
