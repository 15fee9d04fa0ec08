source("R/shapes.R")
source("R/collection.R")

setClass("Report", representation(lines = "character"))
setGeneric("render", function(object, ...) standardGeneric("render"))
setMethod("render", "Report", function(object, ...) {
  join_lines(object@lines)
})
join_lines <- function(x) paste(x, collapse = "\n")

build_report <- function(col) {
  new("Report", lines = c(header(), col$title()))
}

header <- function() strrep("-", 10)

show_shape <- function(s) cat(describe(s))

compose2 <- function(f, g) function(x) g(f(x))

main <- function() {
  col <- make_collection("mine", circle(1), square(2))
  col$add(circle(3))$for_each(show_shape)
  rep <- build_report(col)
  cat(render(rep))
  both <- compose2(pow2, header)
  shapes <- lapply(1:3, circle)
  if (length(shapes) > 2) print(area(shapes[[1]]))
}

main()
