package shop.util

fun Int.formatted(): String = pad(this.toString())

fun pad(s: String, width: Int = 8): String = s.padStart(width)

inline fun <T> retry(times: Int, block: () -> T): T {
    repeat(times - 1) {
        try { return block() } catch (e: Exception) { backoff(it) }
    }
    return block()
}

fun backoff(n: Int) { Thread.sleep(n * 10L) }
