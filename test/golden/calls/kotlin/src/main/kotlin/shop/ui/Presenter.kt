package shop.ui

interface Presenter {
    fun show(text: String)

    fun title(): String
}

class ConsolePresenter : Presenter {
    override fun show(text: String) {
        println(text.shout())
    }

    override fun title() = "console".let { wrap(it) }

    private fun wrap(s: String) = s
}

/** Another extension of the same name: this package's own. */
private fun String.shout() = this
