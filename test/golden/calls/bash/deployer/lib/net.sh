source "$(dirname "${BASH_SOURCE[0]}")/log.sh"

retry() {
  local n=$1; shift
  for ((i = 0; i < n; i++)); do
    if "$@"; then
      return 0
    fi
    log::info "retry $i"
  done
  die "failed: $*"
}

fetch() {
  local url
  url=$(build_url "$1") || return 1
  curl -fsS "$url" | parse_body
}

function build_url {
  echo "https://example.com/$1"
}

parse_body() {
  while read -r line; do
    [[ -n $line ]] && echo "$line"
  done
}

download_all() {
  local -r callback=$1
  for name in a b; do
    retry 3 fetch "$name" && "$callback" "$name"
  done
}
