package events

sealed class Event {
    private var at: Long = 0
    fun stamp(t: Long) { at = t }
    abstract fun accept(v: Visitor)
}

class Created(val user: User) : Event() {
    override fun accept(v: Visitor) = v.created(this)
}

class Removed(val id: Int, val reason: Reason) : Event() {
    override fun accept(v: Visitor) = v.removed(this)
}

class User(val name: String) {
    fun initials() = name.take(1)
}

enum class Reason(val code: Int) {
    SPAM(1), LEFT(2);

    fun text(): String = name.lowercase()

    companion object {
        fun parse(s: String): Reason = valueOf(clean(s))
        private fun clean(s: String) = s.trim().uppercase()
    }
}

fun topicOf(e: Event): String = when (e) {
    is Created -> "created." + e.user.initials()
    is Removed -> e.reason.text()
}
