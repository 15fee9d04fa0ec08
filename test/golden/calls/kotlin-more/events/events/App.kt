package events

class App {
    private val bus by lazy { makeBus() }

    init { setup() }

    private fun makeBus(): Bus = Bus().on("created", ::greet).on("removed") { log(it) }

    private fun setup() {
        bus += this::log
    }

    fun handle(line: String) {
        val event = parse(line)
        if (event is Removed) {
            warn(event.reason.text())
        }
        bus.publish(event)
        with(bus) { replay() }
    }

    private fun parse(line: String): Event =
        if (line.startsWith("+")) Created(User(line)) else Removed(1, Reason.parse(line))

    private fun log(e: Event) { e.accept(Printer()) }
    private fun warn(m: String) = println(m)
}

fun greet(e: Event) {
    val c = e as Created
    println(c.user.initials())
}
