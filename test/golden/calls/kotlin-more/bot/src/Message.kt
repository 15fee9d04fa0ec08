package bot

sealed interface Message {
    val sender: User

    data class Text(override val sender: User, val body: String) : Message
    data class Command(override val sender: User, val name: String, val args: List<String> = emptyList()) : Message

    companion object {
        fun parse(sender: User, raw: String): Message =
            if (raw.startsWith("/")) command(sender, raw) else Text(sender, raw.trimmed())

        private fun command(sender: User, raw: String): Command {
            val words = raw.drop(1).split(" ")
            return Command(sender, words.first(), words.drop(1))
        }
    }
}

data class User(val name: String, var points: Int = 0) {
    fun award(n: Int): User = apply { points += n }
    fun greet() = "Hello, ${display()}"
    private fun display() = name.capitalised()
}

fun String.trimmed() = trim()
fun String.capitalised(): String = replaceFirstChar { it.uppercase() }
