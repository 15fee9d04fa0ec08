package metrics

import metrics.format.{Formatter, Json as JsonFormat}
import metrics.implicits.*

final case class Sample(name: String, value: Double):
  def scaled(by: Double): Sample = copy(value = value * by)
  def label: String = Sample.clean(name)

object Sample:
  def zero(name: String): Sample = Sample(name, 0.0)
  private[metrics] def clean(s: String): String = s.trim

sealed trait Reading
case class Gauge(sample: Sample) extends Reading
case class Count(name: String, n: Long) extends Reading:
  def toSample: Sample = Sample(name, n.toDouble)
case object Missing extends Reading

trait Sink:
  def write(sample: Sample): Unit
  def flush(): Unit = ()

class ConsoleSink(formatter: Formatter) extends Sink:
  override def write(sample: Sample): Unit =
    println(formatter.format(sample))

class BufferedSink(under: Sink) extends Sink:
  private val buffer = scala.collection.mutable.ArrayBuffer.empty[Sample]

  def write(sample: Sample): Unit =
    buffer += sample
    if full then flush()

  private def full: Boolean = buffer.size > 10

  override def flush(): Unit =
    buffer.foreach(under.write)
    buffer.clear()
    super.flush()

class Collector(sinks: List[Sink])(using clock: Clock):
  private var seen = Map.empty[String, Sample]

  def record(reading: Reading): Either[String, Sample] =
    val started = clock.now()
    val result = normalise(reading)
    result.foreach { sample =>
      remember(sample)
      sinks.foreach(_.write(sample))
    }
    clock.elapsed(started)
    result

  private def normalise(reading: Reading): Either[String, Sample] = reading match
    case Gauge(sample) => Right(sample.scaled(2))
    case c: Count => Right(c.toSample)
    case Missing => Left(reject("missing"))

  private def reject(why: String): String = s"rejected: $why"

  private def remember(sample: Sample): Unit =
    seen = seen.updated(sample.label, sample)

  def total: Double =
    val values = for
      sample <- seen.values
      if sample.isHot
    yield sample.value
    values.sum

  def close(): Unit = sinks.foreach(_.flush())

object Collector:
  def console(using Clock): Collector =
    val sink = ConsoleSink(JsonFormat(pretty = true))
    new Collector(List(new BufferedSink(sink)))

trait Clock:
  def now(): Long
  def elapsed(since: Long): Long = now() - since

object Clock:
  given system: Clock with
    def now(): Long = System.nanoTime()
