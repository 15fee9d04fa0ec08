#!/usr/bin/env bash
set -euo pipefail

DIR="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
source "$DIR/lib/log.sh"
. "$DIR/lib/git.sh"
. "${DIR}/lib/remote.sh"

TARGETS=(web api)

usage() {
  cat <<EOF
Usage: deploy.sh [run now]
EOF
  die "bad usage"
}

parse_args() {
  while getopts "e:h" opt; do
    case "$opt" in
      e) ENVIRONMENT="$OPTARG" ;;
      h) usage ;;
      *) usage ;;
    esac
  done
}

build() {
  local rev
  rev=$(current_revision)
  log_info "building $rev"
  if ! is_clean; then
    log_warn "dirty tree"
  fi
}

deploy_one() {
  local target=$1
  with_retry 3 upload "$target" || die "failed"
  run_remote "$target" restart
}

cleanup() {
  rm -rf "$TMP"
}

main() {
  trap cleanup EXIT
  parse_args "$@"
  build
  for t in "${TARGETS[@]}"; do
    deploy_one "$t" &
  done
  wait
  log_info "done $(summary | sort)"
}

function summary {
  echo "${#TARGETS[@]} targets"
}

main "$@"
