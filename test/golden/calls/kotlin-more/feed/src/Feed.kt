package feed

import feed.model.*
import feed.ranking.Ranker
import feed.ranking.Recency
import feed.ranking.Relevance
import feed.ranking.ranked
import feed.ranking.weighted

typealias Listener = (Item) -> Unit

class Feed(private val ranker: Ranker, private val source: Source = MemorySource()) {
    private val listeners = mutableListOf<Listener>()
    val size: Int get() = load().size

    fun onAdded(listener: Listener) {
        listeners += listener
    }

    fun add(line: String) {
        val item = Item.parse(line)
        source.save(item)
        listeners.forEach { it(item) }
    }

    fun top(n: Int): List<String> = load().ranked(ranker).take(n).map { it.summary() }

    private fun load() = source.all()

    inner class Cursor(private var position: Int = 0) {
        fun next(): Item? = load().getOrNull(position++)
        fun reset() { position = 0 }
    }

    fun cursor() = Cursor()
}

interface Source {
    fun all(): List<Item>
    fun save(item: Item)
}

class MemorySource : Source {
    private val items = HashMap<String, Item>()
    override fun all() = items.values.toList()
    override fun save(item: Item) {
        items[item.key()] = item
    }
}

class LoggingSource(private val inner: Source) : Source by inner {
    override fun save(item: Item) {
        log("saved ${item.title}")
        inner.save(item)
    }

    private fun log(text: String) = println(text)
}

fun show(item: Item) = println(item.summary())

fun main() {
    val ranker = weighted {
        add(Recency, 0.2)
        add(Relevance.of("kotlin graph"))
    }
    val feed = Feed(ranker, LoggingSource(MemorySource()))
    feed.onAdded(::show)
    feed.onAdded { println(it.key()) }
    listOf("post|1|ann|hello").forEach(feed::add)
    with(feed) {
        println(top(3))
        println(size)
    }
    val cursor = feed.cursor()
    cursor.next()?.let { show(it) }
    cursor.reset()
    val first = Score(1.0)
    if (first > Score(0.5)) println(first())
}
