package chat.rooms

sealed interface Message {
    fun render(): String

    data class Joined(val user: User) : Message {
        override fun render() = "${user.display()} joined"
    }

    class Text(private val body: String, val user: User) : Message {
        override fun render() = escape(body)
    }

    object Ping : Message {
        override fun render() = "ping"
    }
}

internal fun escape(s: String) = s.replace("<", "&lt;")

fun summarize(ms: List<Message>): String = ms.joinToString { m ->
    when (m) {
        is Message.Text -> m.user.display()
        is Message.Joined -> m.render()
        else -> describe(m)
    }
}

fun describe(m: Message) = m.render()
