package shop

import shop.data.MemoryRepository
import shop.data.Repository
import shop.data.open as openRepository
import shop.ui.*
import kotlinx.coroutines.runBlocking

val config = Config.load("app.conf")

class App(private val repository: Repository, val presenter: Presenter = ConsolePresenter()) {
    private val cart by lazy { Cart(repository) }
    private lateinit var session: Session

    fun start(name: String): Int {
        session = Session.create(name)
        session.begin()
        cart.add(Item("a", 3)).add(Item("b", 4))
        presenter.show(cart.summary())
        cart.items.forEach { presenter.show(it.label()) }
        cart.items.filter { item -> item.isCheap() }.map(::decorate)
        val total = cart.total { price -> discount(price) }
        repository.find(1)?.let { found -> found.label() }
        repository.find(2)?.label()
        val first = cart.items.firstOrNull() ?: return 0
        first.rename("x").label()
        return total
    }

    private fun discount(price: Int) = price / 2

    fun stop() = with(session) { end() }

    fun shadow(decorate: (Item) -> String) {
        decorate(Item("c", 1))
    }

    override fun toString(): String = "${config.name()} ${describe()}"
}

fun decorate(item: Item): String = item.label().shout()

fun String.shout(): String = uppercase() + bang()

private fun bang() = "!"

fun App.describe(): String = "app" + presenter.title()

suspend fun sync(repository: Repository) {
    repository.save(Item("z", 1))
    helper()
}

private fun helper() {
    fun inner() = bang()
    inner()
}

fun main(args: Array<String>) = runBlocking {
    val repository = openRepository(args[0])
    val app = App(repository)
    app.start("me")
    app.stop()
    sync(repository)
    val memory = MemoryRepository()
    memory.save(Item.parse("q"))
    memory.clear()
    val shape: Shape = Circle(2.0)
    println(shape.area())
    println(describeShape(shape))
    Logger.info("done")
    Events.register { Logger.info(it) }
    val copy = Item("k", 2).copy(price = 3)
    copy.label()
}

fun describeShape(shape: Shape): String = when (shape) {
    is Circle -> shape.radiusText()
    is Square -> shape.sideText()
}
