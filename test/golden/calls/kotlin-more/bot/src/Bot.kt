package bot

interface Log {
    fun debug(line: String)
    fun error(line: String) = debug("error: $line")
}

object ConsoleLog : Log {
    override fun debug(line: String) = println(line)
}

class Bot private constructor(private val plugins: List<Plugin>, private val fallback: (Message.Text) -> String) {
    private val outbox = ArrayDeque<String>()

    fun receive(message: Message) {
        when (message) {
            is Message.Text -> send(fallback(message))
            is Message.Command -> dispatch(message)
        }
    }

    private fun dispatch(command: Message.Command) {
        val handled = plugins.any { it.tryHandle(command, ::send) }
        if (!handled) ConsoleLog.error("unknown ${command.name}")
    }

    private fun send(text: String) {
        outbox.addLast(text)
    }

    class Builder {
        private val plugins = mutableListOf<Plugin>()

        fun plugin(make: (Log) -> Plugin) = apply { plugins += make(ConsoleLog) }

        fun build(fallback: (Message.Text) -> String): Bot = Bot(plugins, fallback)
    }
}

fun bot(block: Bot.Builder.() -> Unit): Bot = Bot.Builder().apply(block).build { echo(it) }

private fun echo(text: Message.Text) = text.sender.greet()

suspend fun serve(bot: Bot, lines: Sequence<String>) {
    val user = User("ada")
    lines.map { Message.parse(user, it) }.forEach { bot.receive(it) }
}

fun main() {
    val board = Board()
    val bot = bot {
        plugin(::Greeter)
        plugin { Score(it, board) }
    }
    bot.receive(Message.parse(User("bob").award(2), "/top"))
    board["bob"]?.greet()
    with(board) { top(1) }
}
