package chat.net

interface Connection {
    fun send(text: String)
    fun readLine(): String?
    fun isOpen(): Boolean = true
    fun close()
}

interface Transport {
    fun listen(port: Int, handler: (Connection) -> Unit)
}

abstract class BaseConnection : Connection {
    override fun send(text: String) {
        write(text.asText())
    }

    protected abstract fun write(s: String)

    override fun close() {}
}

class LoopTransport : Transport {
    private val connections = ArrayList<LoopConnection>()

    override fun listen(port: Int, handler: (Connection) -> Unit) {
        val c = LoopConnection()
        connections.add(c)
        handler(c)
        connections.forEach { c -> c.flush() }
    }

    inner class LoopConnection : BaseConnection() {
        private val buffer = StringBuilder()
        override fun write(s: String) { buffer.append(s) }
        override fun readLine(): String? = buffer.toString()
        fun flush() { reset() }
        private fun reset() { buffer.clear() }
    }
}

fun String.asText(): String = "$this\n"
