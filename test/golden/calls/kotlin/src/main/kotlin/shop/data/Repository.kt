package shop.data

import shop.Item

interface Repository {
    fun find(id: Int): Item?
    fun save(item: Item)
    fun saveAll(items: List<Item>) {
        items.forEach { save(it) }
    }
}

abstract class BaseRepository : Repository {
    override fun save(item: Item) {
        validate(item)
        store(item)
    }

    protected abstract fun store(item: Item)

    private fun validate(item: Item) {
        require(item.label().isNotEmpty())
    }
}

class MemoryRepository : BaseRepository() {
    private val items = mutableMapOf<Int, Item>()

    override fun find(id: Int): Item? = items[id]

    override fun store(item: Item) {
        items[items.size] = item
    }

    fun clear() = items.clear()
}

class FileRepository(private val path: String) : BaseRepository() {
    override fun find(id: Int): Item? = readAll().firstOrNull { it.isCheap() }

    override fun store(item: Item) {
        append(item.label())
    }

    private fun append(line: String) {}

    private fun readAll(): List<Item> = emptyList()
}

class CachedRepository(private val inner: Repository) : Repository by inner {
    override fun find(id: Int): Item? = inner.find(id)
}

fun open(path: String): Repository {
    if (path.isEmpty()) return MemoryRepository()
    return FileRepository(path)
}
