Ledger <- setRefClass("Ledger",
  fields = list(entries = "list", listeners = "list"),
  methods = list(
    record = function(account, amount) {
      entries[[length(entries) + 1]] <<- make_entry(account, amount)
      notify(amount)
    },
    notify = function(amount) {
      for (l in listeners) l(amount)
    },
    total = function() {
      sum(vapply(entries, entry_amount, numeric(1)))
    }
  )
)

make_entry <- function(account, amount) {
  structure(list(account = account, amount = amount), class = c("deposit", "entry"))
}

entry_amount <- function(e) e$amount

summary.entry <- function(object, ...) {
  cat(label(object))
}

summary.deposit <- function(object, ...) {
  NextMethod()
  invisible(object)
}

label <- function(x, ...) UseMethod("label")
label.default <- function(x, ...) "?"
label.entry <- function(x, ...) fmt(x$amount)

toString.entry <- function(x, ...) label.entry(x)
