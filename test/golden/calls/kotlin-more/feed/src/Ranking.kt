package feed.ranking

import feed.model.Item
import feed.model.Post
import feed.model.Photo
import feed.model.Score
import feed.model.tokenize as split

fun interface Ranker {
    fun rank(item: Item): Score
}

object Recency : Ranker {
    override fun rank(item: Item): Score = Score(age(item))
    private fun age(item: Item): Double = item.created.epochSecond.toDouble()
}

class Relevance(private val query: Set<String>) : Ranker {
    override fun rank(item: Item): Score = when (item) {
        is Post -> matches(item.words)
        is Photo -> matches(split(item.title))
    }

    private fun matches(words: List<String>) = Score(words.count { it in query }.toDouble())

    companion object {
        fun of(text: String) = Relevance(split(text).toSet())
    }
}

class Weighted(private val parts: Map<Ranker, Double>) : Ranker {
    override fun rank(item: Item): Score {
        var total = Score(0.0)
        for ((ranker, weight) in parts) {
            total = total + ranker.rank(item) * weight
        }
        return total
    }
}

class WeightedBuilder {
    private val parts = mutableMapOf<Ranker, Double>()
    infix fun Ranker.weighs(weight: Double) { parts[this] = weight }
    fun add(ranker: Ranker, weight: Double = 1.0) = apply { parts[ranker] = weight }
    fun build(): Weighted = Weighted(parts)
}

fun weighted(block: WeightedBuilder.() -> Unit): Ranker = WeightedBuilder().apply(block).build()

fun <T : Item> List<T>.ranked(ranker: Ranker): List<T> = sortedByDescending { ranker.rank(it) }
