normalize <- function(v) (center(v)) / spread(v)

center <- function(v) {
  v - mean(v)
}

spread = function(v) sd(v)

round_to <- function(v, digits = 2) round(v, digits)

validate_input <- function(x, y) {
  if (length(x) != length(y)) {
    fail("length mismatch")
  }
}

fail <- function(msg) stop(msg, call. = FALSE)

apply_twice <- function(f, x) {
  f(f(x))
}

compose <- function(...) {
  fs <- list(...)
  function(x) Reduce(function(acc, f) f(acc), fs, x)
}
