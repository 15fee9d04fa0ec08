source "$(dirname "$0")/lib/log.sh"

current_revision() {
  git rev-parse HEAD || die "no git"
}

is_clean() {
  [[ -z "$(git_status)" ]]
}

git_status() {
  command git status --porcelain
}
