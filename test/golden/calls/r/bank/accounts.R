setClass("Account", representation(id = "character", balance = "numeric"))
setClass("Savings", contains = "Account", representation(rate = "numeric"))

Account <- function(id, balance = 0) {
  check_id(id)
  new("Account", id = id, balance = balance)
}

Savings <- function(id, rate) {
  new("Savings", id = clean_id(id), balance = 0, rate = rate)
}

setGeneric("describe", function(object, ...) {
  standardGeneric("describe")
})

setMethod("describe", "Account", function(object, ...) {
  paste(object@id, fmt(object@balance))
})

setMethod("describe", "Savings", function(object, ...) {
  base <- callNextMethod()
  paste(base, pct(object@rate))
})

setMethod("show", "Account", function(object) cat(describe(object)))

check_id <- function(id) if (nchar(id) == 0) stop("empty")
clean_id <- function(id) {
  id <- trimws(id)
  check_id(id)
  id
}
fmt <- function(x) sprintf("%.2f", x)
pct <- function(r) paste0(fmt(r * 100), "%")
