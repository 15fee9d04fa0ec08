source("R/money.R")

new_order <- function(id) {
  structure(list(id = id, lines = list()), class = "order")
}

add_line <- function(order, name, cents) {
  validate_line(name)
  order$lines[[name]] <- money(cents)
  order
}

validate_line = function(name) {
  if (!is_name(name)) stop("bad name")
}

is_name <- function(x) nchar(x) > 0

order_total <- function(order) {
  Reduce(add_money, order$lines, money(0))
}

print.order <- function(x, ...) {
  cat(format_money(order_total(x)), "\n")
  invisible(x)
}
