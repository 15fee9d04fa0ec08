package shop

class Config private constructor(private val text: String) {
    fun name(): String = trim(text)

    private fun trim(s: String) = s

    companion object {
        fun load(path: String): Config {
            return Config(read(path))
        }

        private fun read(path: String): String = path
    }
}

object Logger {
    fun info(text: String) {
        write("info", text)
    }

    private fun write(level: String, text: String) {}
}

object Events {
    private val handlers = mutableListOf<(String) -> Unit>()

    fun register(handler: (String) -> Unit) {
        handlers.add(handler)
    }
}
