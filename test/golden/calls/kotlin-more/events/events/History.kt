package events

class History<T : Any> {
    private val items = ArrayDeque<T>()
    fun record(item: T) {
        trim()
        items.addLast(item)
    }
    fun last(): T? = items.lastOrNull()
    fun all(): List<T> = items.toList()
    private fun trim() { if (items.size > 9) items.removeFirst() }
}

interface Clock { fun now(): Long }

object SystemClock : Clock {
    override fun now(): Long = System.currentTimeMillis()
}
