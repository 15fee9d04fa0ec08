money <- function(cents) list(cents = cents)

add_money <- function(a, b) {
  money(a$cents + b$cents)
}

format_money <- function(m) {
  units <- function(x) x / scale_of()
  sprintf("%.2f", units(m$cents))
}

scale_of <- function() 100

Account <- R6::R6Class("Account",
  public = list(
    balance = NULL,
    initialize = function(balance = 0) {
      self$balance <- money(balance)
      self$log("open")
    },
    deposit = function(cents) {
      self$balance <- add_money(self$balance, money(cents))
      private$check()
      invisible(self)
    },
    log = function(text) message(text)
  ),
  private = list(
    check = function() TRUE
  )
)
