source("R/clean.R")
source("R/model.R")
source(file.path("R", "tracker.R"))

read_input <- function(path) {
  df <- utils::read.csv(path)
  check_columns(df, c("y", "x"))
  df
}

check_columns <- function(df, wanted) {
  missing <- setdiff(wanted, names(df))
  if (length(missing) > 0) stop_missing(missing)
}

stop_missing <- function(cols) stop("missing: ", toString(cols))

run <- function(path) {
  tracker <- Tracker$new(limit = 2)
  model <- read_input(path) |>
    clean_all() |>
    fit(name = "base")
  tracker$record(list(time = 1, what = "fit"))$flush()
  cat(describe(model))
  steps <- list(double = function(x) x * 2, scaled = normalise)
  out <- Reduce(function(acc, step) step(acc), steps, predictions(model, data.frame(x = 1)))
  report(out)
}

report <- function(values) {
  purrr::walk(values, ~ print_value(.x))
}

print_value <- function(v) cat(v, "\n")

if (!interactive()) run(commandArgs(TRUE)[1])
