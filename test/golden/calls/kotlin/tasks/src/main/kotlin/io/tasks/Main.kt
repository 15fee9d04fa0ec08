package io.tasks

import io.tasks.model.Priority
import io.tasks.service.TaskService

object App {
    private val service by lazy { TaskService.default() }

    fun run(args: Array<String>) {
        val task = service.create(args[0], Priority.HIGH.name)
        val result = service.complete(task.id)
        show(service.describe(result))
        service.urgent().forEach { show(it.title) }
        with(service) {
            urgent().map { it.score() }
        }
    }

    fun show(text: String) = println(text)
}

fun main(args: Array<String>) {
    App.run(args)
}
