#!/usr/bin/env bash
set -euo pipefail

HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
source "$HERE/lib/log.sh"
. "${HERE}/lib/order.sh"
# shellcheck source=lib/util.sh
source "$(dirname "$0")/lib/util.sh"

usage() {
  cat <<TEXT
usage: main.sh place|list   # log_info is not called here
TEXT
}

on_exit() {
  log_info "bye"
  cleanup
}

cleanup() { rm -f "$TMP_FILE"; }

main() {
  local command="${1:-}"
  trap on_exit EXIT
  case "$command" in
    place) shift; place_order "$@" ;;
    list)
      if ! list_orders | sort; then
        die "cannot list"
      fi
      ;;
    *) usage && return 1 ;;
  esac
  local total
  total=$(order_total "$1") || die "no total"
  echo "total: $(format_money "$total")"
  each_line print_line < <(list_orders)
}

print_line() {
  echo "- $1"
}

main "$@"
