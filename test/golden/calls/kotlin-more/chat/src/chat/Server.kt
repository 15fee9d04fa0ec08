package chat

import chat.net.Connection
import chat.net.Transport
import chat.net.asText
import chat.rooms.*

class Server(private val transport: Transport, config: Config.() -> Unit = {}) {
    private val rooms = RoomRegistry()
    private val settings = Config().apply(config)
    var onJoin: ((User) -> Unit)? = null

    fun start() {
        settings.validate()
        transport.listen(settings.port) { conn ->
            conn.send(welcome())
            accept(conn)
        }
    }

    private fun accept(conn: Connection) {
        val user = User.from(conn) ?: return conn.close()
        val room = rooms.getOrCreate(DEFAULT_ROOM)
        room += user
        onJoin?.invoke(user)
        room.broadcast(Message.Joined(user))
    }

    private fun welcome() = buildString {
        append(banner())
    }

    companion object {
        const val DEFAULT_ROOM = "lobby"
        private fun banner() = "hi"
        fun local(): Server = Server(chat.net.LoopTransport()) { port = 1 }
    }
}

class Config {
    var port = 0
    fun validate() = require(port > 0)
}

fun main() {
    val server = Server.local()
    server.onJoin = ::greet
    server.start()
    listOf("a", "b").map(::User).forEach { it.rename("x") }
    println("hello".asText().trim())
}

fun greet(u: User) = println(u.display())
