library(dplyr)
source("R/order.R")

summarise_orders <- function(orders) {
  totals <- lapply(orders, order_total)
  sapply(totals, function(t) format_money(t))
  orders |> count_all() |> show_count(label = "n")
}

count_all <- function(orders) length(orders)
show_count <- function(n, label) cat(label, n)

main <- function() {
  order <- new_order(1)
  order <- add_line(order, "pen", 100)
  account <- Account$new(5)
  account$deposit(3)
  dplyr::filter(order)
  summarise_orders(list(order))
}

main()
