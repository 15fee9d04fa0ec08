new_survey <- function(data) {
  obj <- list(data = data, weights = default_weights(nrow(data)))
  class(obj) <- "survey"
  validate(obj)
}

default_weights <- function(n) rep(1, n)

validate <- function(x, ...) UseMethod("validate")

validate.survey <- function(x, ...) {
  if (nrow(x$data) == 0) warn_empty()
  x
}

validate.default <- function(x, ...) stop("no survey")

warn_empty <- function() warning("empty")

print.survey <- function(x, ...) {
  cat(headline(x), "\n")
  invisible(x)
}

headline <- function(x) {
  paste("survey of", size(x))
}

size <- function(x) nrow(x$data)

summary.survey <- function(object, ...) {
  stats <- lapply(object$data, column_stats)
  total <- Reduce(combine, stats)
  structure(list(total = total), class = "summary.survey")
}

column_stats <- function(col) {
  if (is.numeric(col)) numeric_stats(col) else text_stats(col)
}

numeric_stats <- function(col) c(mean = mean(col), n = length(col))
text_stats <- function(col) c(n = length(unique(col)))
combine <- function(a, b) a + b
