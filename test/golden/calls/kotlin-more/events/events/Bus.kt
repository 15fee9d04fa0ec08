package events

import kotlin.reflect.KClass

typealias Handler = (Event) -> Unit

class Bus(private val clock: Clock = SystemClock) {
    private val handlers = HashMap<String, MutableList<Handler>>()
    private val history = History<Event>()

    operator fun plusAssign(h: Handler) { on("*", h) }

    fun on(topic: String, h: Handler): Bus {
        bucket(topic).add(h)
        return this
    }

    fun publish(e: Event) {
        history.record(e)
        bucket(topicOf(e)).forEach { it(e) }
        e.stamp(clock.now())
    }

    fun replay() {
        val last = history.last()
        last?.accept(Printer())
        for (e in history.all()) publish(e)
    }

    private fun bucket(topic: String) = handlers.getOrPut(topic) { mutableListOf() }
}
