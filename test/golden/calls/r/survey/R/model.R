Model <- R6::R6Class("Model",
  public = list(
    name = NULL,
    initialize = function(name) {
      self$name <- name
      private$log("created")
    },
    fit = function(survey) {
      x <- self$prepare(survey)
      private$coef <- solve_model(x)
      invisible(self)
    },
    prepare = function(survey) as.matrix(survey$data),
    describe = function() paste(self$name, private$format_coef())
  ),
  private = list(
    coef = NULL,
    log = function(text) message(text),
    format_coef = function() format(private$coef)
  )
)

Weighted <- R6::R6Class("Weighted",
  inherit = Model,
  public = list(
    prepare = function(survey) {
      x <- super$prepare(survey)
      x * weight_of(survey)
    }
  )
)

weight_of <- function(survey) survey$weights

solve_model <- function(x) {
  iterate <- function(step) {
    if (step > 10) return(x)
    improve(x)
    iterate(step + 1)
  }
  iterate(1)
}

improve <- function(x) x

setClass("Point", representation(x = "numeric", y = "numeric"))
setGeneric("norm2", function(object) standardGeneric("norm2"))
setMethod("norm2", "Point", function(object) {
  square(object@x) + square(object@y)
})
square <- function(v) v^2
