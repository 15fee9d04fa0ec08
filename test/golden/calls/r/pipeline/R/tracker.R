Tracker <- R6::R6Class(
  "Tracker",
  public = list(
    events = NULL,
    initialize = function(limit = 10) {
      private$limit <- limit
      self$reset()
    },
    reset = function() {
      self$events <- list()
      invisible(self)
    },
    record = function(event) {
      self$events <- append(self$events, list(event))
      if (private$full()) self$flush()
      invisible(self)
    },
    flush = function() {
      lapply(self$events, private$print_event)
      self$reset()
    }
  ),
  private = list(
    limit = NULL,
    full = function() length(self$events) >= private$limit,
    print_event = function(event) cat(format_event(event), "\n")
  )
)

FileTracker <- R6::R6Class("FileTracker",
  inherit = Tracker,
  public = list(
    path = NULL,
    flush = function() {
      write_lines(vapply(self$events, format_event, character(1)), self$path)
      super$flush()
    }
  )
)

format_event <- function(event) sprintf("[%s] %s", event$time, event$what)

write_lines <- function(lines, path) {
  con <- file(path, "a")
  on.exit(close(con))
  writeLines(lines, con)
}
