package bot

typealias Reply = (String) -> Unit

abstract class Plugin(protected val log: Log) {
    abstract val names: Set<String>

    fun tryHandle(command: Message.Command, reply: Reply): Boolean {
        if (command.name !in names) return false
        before(command)
        handle(command, reply)
        return true
    }

    protected open fun before(command: Message.Command) = log.debug(command.name)

    protected abstract fun handle(command: Message.Command, reply: Reply)
}

class Greeter(log: Log) : Plugin(log) {
    override val names = setOf("hi", "hello")

    override fun handle(command: Message.Command, reply: Reply) = reply(command.sender.greet())
}

class Score(log: Log, private val board: Board) : Plugin(log) {
    override val names: Set<String> get() = Board.commands()

    override fun before(command: Message.Command) {
        super.before(command)
        board.touch(command.sender)
    }

    override fun handle(command: Message.Command, reply: Reply) {
        when (command.name) {
            "top" -> board.top(3).map(::line).forEach(reply)
            else -> command.sender.award(1)
        }
    }

    private fun line(user: User) = "${user.name}: ${user.points}"
}

class Board {
    private val users = mutableMapOf<String, User>()

    fun touch(user: User) {
        users.getOrPut(user.name) { user }.award(1)
    }

    fun top(n: Int): List<User> = users.values.sortedByDescending(User::points).take(n)

    operator fun get(name: String): User? = users[name]

    companion object {
        fun commands() = setOf("top", "score")
    }
}
