current_branch() {
  git rev-parse --abbrev-ref HEAD
}

last_tag() {
  git describe --tags --abbrev=0 2>/dev/null || echo v0.0.0
}

function next_version {
  local tag major minor patch
  tag=$(last_tag)
  IFS=. read -r major minor patch <<< "${tag#v}"
  case $1 in
    major) bump "$major" ;;
    *) echo "$major.$minor.$(bump "$patch")" ;;
  esac
}

bump() { echo $(( $1 + 1 )); }

changelog() {
  git log --format=%s "$(last_tag)..HEAD" | while read -r line; do
    format_entry "$line"
  done | sort -u
}

format_entry() { printf -- '- %s\n' "$1"; }

ensure_clean() {
  if ! git diff --quiet; then
    core::die "dirty tree on $(current_branch)"
  fi
}
