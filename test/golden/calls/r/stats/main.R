source("R/utils.R")
source("R/model.R")
source("R/stack.R")

show_item <- function(i) {
  print(round_to(i))
}

run <- function() {
  m <- fit(c(1, 2, 3), c(2, 4, 6))
  print.model(m)
  s <- BoundedStack$new()
  s$push(1)$push(2)
  s$each(show_item)
  cat(s$size())
  apply_twice(center, 1:10)
  sapply(1:3, round_to)
  acc <- deposit(new("Account", balance = 1), 5)
  c(3, 4) |> normalize() |> show_item()
}

run()
