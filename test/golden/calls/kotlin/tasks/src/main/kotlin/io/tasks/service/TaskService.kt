package io.tasks.service

import io.tasks.model.*
import io.tasks.store.MemoryStore
import io.tasks.store.Store
import io.tasks.util.retry
import io.tasks.util.shorten as cut

class TaskService(private val store: Store, private val notifier: (Task) -> Unit = ::printTask) {
    private var nextId = 0L

    fun create(title: String, priority: String): Task {
        val task = Task(next(), title.cut(20), Priority.parse(priority))
        store.save(task)
        notifier(task)
        return task
    }

    fun complete(id: Long): Result {
        val task = store.find(id) ?: return Result.Failed("no $id")
        return retry(3) { finish(task) }
    }

    private fun finish(task: Task): Result {
        if (task.overdue) return Result.Failed("late")
        return Result.Done(task + "done")
    }

    fun urgent(): List<Task> = store.all().filter { it.priority.isUrgent() }.sorted()

    fun describe(result: Result): String = when (result) {
        is Result.Done -> result.task.title
        is Result.Failed -> result.explain()
    }

    private fun next() = ++nextId

    companion object {
        fun default() = TaskService(MemoryStore.withSamples())
    }
}

private fun printTask(task: Task) = println(render(task))

internal fun render(task: Task): String = buildString {
    append(task.title)
    append(task.score())
}
