package metrics.format

import metrics.Sample

abstract class Formatter:
  def format(sample: Sample): String = wrap(body(sample))
  protected def body(sample: Sample): String
  protected def wrap(text: String): String = text

case class Json(pretty: Boolean) extends Formatter:
  protected def body(sample: Sample): String =
    val fields = List("name" -> sample.label, "value" -> sample.value.toString)
    fields.map { case (k, v) => pair(k, v) }.mkString(sep)

  private def pair(key: String, value: String): String = s"${quote(key)}:${quote(value)}"
  private def sep: String = if pretty then ", " else ","

  override protected def wrap(text: String): String = "{" + super.wrap(text) + "}"

private def quote(s: String): String = "\"" + s + "\""

object Plain extends Formatter:
  protected def body(sample: Sample): String = sample.name
