setClass("Model", representation(name = "character", coef = "numeric"))

setGeneric("predictions", function(object, newdata) standardGeneric("predictions"))
setGeneric("describe", function(object, ...) {
  standardGeneric("describe")
})

setMethod("predictions", "Model", function(object, newdata) {
  x <- as_design(newdata)
  drop(x %*% object@coef)
})

setMethod("describe", signature("Model"), function(object, ...) {
  header(object@name)
})

as_design <- function(df) {
  cbind(1, as.matrix(df))
}

header <- function(text, char = "-") {
  line <- strrep(char, nchar(text))
  paste(text, line, sep = "\n")
}

fit <- function(df, name) {
  coef <- solve_least_squares(as_design(df[-1]), df[[1]])
  new("Model", name = name, coef = coef)
}

solve_least_squares <- function(x, y) {
  tryCatch(
    qr.solve(x, y),
    error = function(e) fallback(x, y)
  )
}

fallback <- function(x, y) rep(0, ncol(x))
