package io.tasks.util

inline fun <T> retry(times: Int, block: () -> T): T {
    repeat(times - 1) {
        try {
            return block()
        } catch (e: Exception) {
            report(e)
        }
    }
    return block()
}

fun report(e: Exception) = System.err.println(e.message?.shorten(80))

fun String.shorten(max: Int): String = if (length <= max) this else take(max).ellipsis()

private fun String.ellipsis() = "$this…"
