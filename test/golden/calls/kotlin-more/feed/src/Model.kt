package feed.model

import java.time.Instant

interface Identified {
    val id: String
    fun key(): String = "item:$id"
}

sealed class Item(override val id: String, val created: Instant) : Identified {
    abstract val title: String
    open fun summary(): String = shorten(title)

    protected fun shorten(text: String, limit: Int = 40): String =
        if (text.length <= limit) text else text.take(limit) + ellipsis

    companion object {
        private const val ellipsis = "…"
        fun parse(line: String): Item {
            val parts = line.split("|")
            return when (parts[0]) {
                "post" -> Post(parts[1], parts[2], parts[3])
                else -> Photo(parts[1], parts[2]).also { it.check() }
            }
        }
    }
}

class Post(id: String, val author: String, val body: String) : Item(id, Instant.now()) {
    override val title: String get() = firstLine()
    val words: List<String> by lazy { tokenize(body) }
    private fun firstLine(): String = body.lines().first()
    override fun summary(): String = super.summary() + " by " + author
}

class Photo(id: String, private val url: String) : Item(id, Instant.now()) {
    override val title: String
        get() = url.substringAfterLast('/')
    fun check() {
        require(isSecure(url)) { "insecure: $url" }
    }
}

private fun isSecure(url: String) = url.startsWith("https:")

fun tokenize(text: String): List<String> = text.split(" ").map(String::trim).map(::clean)

internal fun clean(word: String): String = word.lowercase()

data class Score(val value: Double) : Comparable<Score> {
    operator fun plus(other: Score) = Score(value + other.value)
    operator fun times(factor: Double) = Score(value * factor)
    override fun compareTo(other: Score): Int = value.compareTo(other.value)
    operator fun invoke(): Double = value
}
