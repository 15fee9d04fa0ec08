package chat.rooms

import chat.net.Connection

open class Named(val title: String) {
    open fun label(): String = decorate(title)
    protected fun decorate(s: String) = "[$s]"
}

class Room(title: String) : Named(title) {
    private val users = mutableListOf<User>()
    private val log: MutableList<Message> = ArrayList()

    operator fun plusAssign(u: User) {
        users.add(u)
    }

    fun broadcast(m: Message) {
        log += m
        users.filter { it.isOnline() }.forEach { it.deliver(m) }
        val first = users.firstOrNull()
        first?.deliver(m)
    }

    override fun label(): String = super.label() + count()

    private fun count(): Int = users.size
}

class RoomRegistry {
    private val map = HashMap<String, Room>()

    fun getOrCreate(name: String): Room = map.getOrPut(name) { create(name) }

    private fun create(name: String): Room {
        val room = Room(name)
        println(room.label())
        return room
    }
}

data class User(val name: String, private val conn: Connection? = null) {
    private var alias: String? = null

    fun display(): String = alias ?: name
    fun rename(n: String) { alias = n.clean() }
    fun isOnline(): Boolean = conn?.isOpen() ?: false

    fun deliver(m: Message) {
        conn?.send(m.render())
    }

    companion object Factory {
        fun from(conn: Connection): User? = conn.readLine()?.let { User(it, conn) }
    }
}

private fun String.clean(): String = this.trim()
