library(survey)
source("R/load.R")
source("R/survey.R")
source("R/model.R")

main <- function(args) {
  survey <- load_survey(args[1])
  print(survey)
  s <- summary(survey)
  model <- Weighted$new("w")
  model$fit(survey)
  plain <- Model$new("m")$fit(survey)
  report(model$describe())
  do.call(report, list("x"))
  sapply(args, report)
  norm2(new("Point", x = 1, y = 2))
}

report <- function(text) cat(text, "\n")

if (!interactive()) main(commandArgs(TRUE))
