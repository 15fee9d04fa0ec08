# Cleaning steps.

drop_missing <- function(df, cols = names(df)) {
  keep <- complete.cases(df[, cols])
  df[keep, , drop = FALSE]
}

normalise <- function(x, centre = mean) {
  shifted <- x - centre(x)
  shifted / spread(shifted)
}

spread <- function(x) {
  if (length(x) < 2) return(1)
  sqrt(sum(x^2) / (length(x) - 1))
}

trim_text = function(x) gsub("^\\s+|\\s+$", "", x)

clean_column <- function(x, ...) UseMethod("clean_column")

clean_column.default <- function(x, ...) x

clean_column.numeric <- function(x, scale = TRUE, ...) {
  if (scale) normalise(x) else NextMethod()
}

clean_column.character <- function(x, ...) {
  trim_text(x)
}

clean_all <- function(df) {
  df[] <- lapply(df, clean_column)
  df |> drop_missing()
}
