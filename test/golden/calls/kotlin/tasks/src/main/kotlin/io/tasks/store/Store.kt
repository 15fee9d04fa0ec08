package io.tasks.store

import io.tasks.model.Task

interface Store {
    fun save(task: Task)
    fun find(id: Long): Task?
    fun all(): List<Task>
    fun count(): Int = all().size
}

abstract class CachedStore : Store {
    private val cache = mutableMapOf<Long, Task>()

    override fun find(id: Long): Task? = cache.getOrPut(id) { load(id) ?: return null }

    protected abstract fun load(id: Long): Task?

    protected fun invalidate(id: Long) {
        cache.remove(id)
    }
}

class MemoryStore : CachedStore() {
    private val rows = LinkedHashMap<Long, Task>()

    override fun save(task: Task) {
        rows[task.id] = task
        invalidate(task.id)
        log("saved ${task.title}")
    }

    override fun load(id: Long) = rows[id]

    override fun all() = rows.values.sortedBy { it.score() }

    companion object : Logging {
        @JvmStatic
        fun withSamples(): MemoryStore = MemoryStore().apply {
            save(Task(1, "one"))
            samples().forEach(::save)
        }

        private fun samples() = listOf(Task(2, "two"), Task(3, "three"))
    }
}

interface Logging {
    fun log(text: String) = println(text)
}
