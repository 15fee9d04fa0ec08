library(R6)

Stack <- R6Class("Stack",
  public = list(
    items = NULL,
    initialize = function() {
      self$items <- list()
      private$touch()
    },
    push = function(x) {
      self$items[[self$size() + 1]] <- x
      private$touch()
      invisible(self)
    },
    size = function() length(self$items),
    each = function(f) {
      for (i in self$items) f(i)
    }
  ),
  private = list(
    stamp = NULL,
    touch = function() {
      private$stamp <- Sys.time()
    }
  )
)

BoundedStack <- R6Class("BoundedStack",
  inherit = Stack,
  public = list(
    limit = 10,
    push = function(x) {
      if (self$full()) fail("full")
      super$push(x)
    },
    full = function() self$size() >= self$limit
  )
)

setClass("Account", representation(balance = "numeric"))
setGeneric("deposit", function(acc, amount) standardGeneric("deposit"))
setMethod("deposit", "Account", function(acc, amount) {
  acc@balance <- add_amount(acc@balance, amount)
  acc
})
add_amount <- function(a, b) a + b
