package metrics.implicits

import metrics.Sample

extension (sample: Sample)
  def isHot: Boolean = sample.value > threshold
  def cooled: Sample = sample.scaled(0.5)

private val limit = 10.0
private def threshold: Double = limit
