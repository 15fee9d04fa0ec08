library(R6)

Collection <- R6Class("Collection",
  public = list(
    initialize = function(shapes = list()) {
      private$shapes <- shapes
      self$refresh()
    },
    add = function(shape) {
      private$shapes <- c(private$shapes, list(check_one(shape)))
      self$refresh()
    },
    refresh = function() {
      private$total <- sum(vapply(private$shapes, area, numeric(1)))
      invisible(self)
    },
    get_total = function() {
      private$round2(private$total)
    },
    for_each = function(callback) {
      for (s in private$shapes) callback(s)
      invisible(self)
    }
  ),
  private = list(
    shapes = NULL,
    total = 0,
    round2 = function(x) round(x, 2)
  )
)

Named <- R6Class("Named",
  inherit = Collection,
  public = list(
    name = NULL,
    initialize = function(name, ...) {
      super$initialize(...)
      self$name <- clean_name(name)
    },
    title = function() {
      paste(self$name, self$get_total())
    }
  )
)

check_one <- function(s) {
  stopifnot(inherits(s, "shape"))
  s
}
clean_name <- function(n) trimws(n)
make_collection <- function(name, ...) {
  Named$new(name, list(...))
}
