package io.tasks.model

import java.time.Duration
import java.time.Instant

enum class Priority(val weight: Int) {
    LOW(1), NORMAL(5), HIGH(10);

    fun isUrgent() = weight >= HIGH.weight

    companion object {
        fun parse(text: String): Priority = values().firstOrNull { it.name == text.uppercase() } ?: NORMAL
    }
}

data class Task(
    val id: Long,
    val title: String,
    val priority: Priority = Priority.NORMAL,
    val deadline: Instant? = null,
) : Comparable<Task> {
    val overdue: Boolean
        get() = isLate(Instant.now())

    fun isLate(now: Instant): Boolean = deadline?.isBefore(now) ?: false

    override fun compareTo(other: Task): Int = score() - other.score()

    fun score(): Int = priority.weight * if (priority.isUrgent()) 2 else 1

    operator fun plus(note: String): Task = copy(title = join(title, note))

    private fun join(a: String, b: String) = "$a $b"
}

sealed class Result {
    data class Done(val task: Task) : Result()
    data class Failed(val reason: String) : Result() {
        fun explain() = "failed: $reason"
    }
}
