#!/usr/bin/env bash
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
source "$here/../lib/core.sh"
. "${here}/../lib/git.sh"

trap cleanup EXIT
trap 'on_error $LINENO' ERR

cleanup() { rm -rf "${tmp:-}"; }

on_error() {
  core::log ERROR "line $1"
}

build() {
  local target
  for target in linux mac; do
    build_one "$target" &
  done
  wait
}

build_one() { make "TARGET=$1"; }

publish() {
  local version=$1 notes
  notes=$(mktemp)
  changelog > "$notes"
  retry 3 upload "$version" "$notes"
}

upload() {
  curl -fsS "https://example.com/$1" -T "$2"
}

cmd_check() {
  require git make curl
  ensure_clean
}

cmd_release() {
  cmd_check
  local version
  version="$(next_version "${1:-patch}")"
  if confirm "release $version?"; then
    build && publish "$version" || core::die "failed"
  fi
}

cmd_help() { cat <<EOF
usage: release.sh check|release
version: $(next_version patch)
EOF
}

main() {
  local cmd=${1:-help}
  shift || true
  case "$cmd" in
    check|release) "cmd_$cmd" "$@" ;;
    -h|help) cmd_help ;;
    *) cmd_help; exit 2 ;;
  esac
}

main "$@"
