source("accounts.R")
source(file.path("ledger.R"))

handlers <- list(
  open = function(id) Account(id),
  save = function(id) Savings(id, 0.1)
)

logger <- function(prefix) {
  function(amount) write_line(prefix, amount)
}

write_line <- function(prefix, x) cat(prefix, fmt(x), "\n")

process <- function(ids, fn = default_fn, verbose = FALSE) {
  out <- lapply(ids, function(i) fn(i))
  if (verbose) print_all(out)
  do.call(rbind, out)
}

default_fn <- function(i) Account(i)

print_all <- function(xs) {
  Map(function(x, n) write_line(n, describe(x)), xs, seq_along(xs))
}

main <- function() {
  ledger <- Ledger$new()
  acc <- Account("a1")
  ledger$record(acc, 5)
  ledger$total()
  process(c("a", "b"), verbose = TRUE)
  process("c", fn = Savings)
  show_it <- logger("x")
  show_it(3)
}

if (!interactive()) main()
