package events

interface Visitor {
    fun created(e: Created)
    fun removed(e: Removed) { ignore(e) }
    fun ignore(e: Event) {}
}

class Printer : Visitor {
    override fun created(e: Created) = line(e.user.initials())
    private fun line(s: String) = println(s)
}

class Collector(private val inner: Visitor) : Visitor by inner {
    val names = mutableListOf<String>()
    override fun removed(e: Removed) {
        names.add(e.reason.text())
        inner.removed(e)
    }
}
