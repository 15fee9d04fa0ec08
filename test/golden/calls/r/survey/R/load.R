#' Load a survey
#' @export
load_survey <- function(path, cleaner = clean_names) {
  stopifnot(is_survey(path))
  raw <- read_raw(path)
  names(raw) <- cleaner(names(raw))
  new_survey(raw)
}

read_raw <- function(path) {
  switch(tools::file_ext(path),
    csv = utils::read.csv(path),
    rds = readRDS(path),
    bad_format(path)
  )
}

bad_format <- function(path) stop("bad format: ", path)

is_survey <- function(path) file.exists(path) && !is_hidden(path)

is_hidden = function(path) {
  startsWith(basename(path), ".")
}

clean_names <- function(x) {
  x |> tolower() |> squash()
}

squash <- function(x) gsub("[^a-z]+", "_", x)
