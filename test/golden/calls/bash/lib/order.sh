source "$(dirname "${BASH_SOURCE[0]}")/util.sh"

place_order() {
  validate "$@" || die "invalid"
  local id
  id=$(next_id)
  log_info "placed $id"
}

validate() { [[ $# -gt 0 ]] && known "$1"; }

known() { grep -q "$1" items.txt; }

next_id() { date +%s; }

list_orders() {
  for f in orders/*; do
    show "$f"
  done
}

show() { cat "$1"; }

order_total() {
  local sum=0
  while read -r price; do sum=$((sum + price)); done < <(show "$1")
  echo "$sum"
}
