die() {
  log_error "$1"
  exit 1
}

each_line() {
  local callback=$1 line
  while read -r line; do
    "$callback" "$line"
  done
}

format_money() {
  echo "$(( $1 / 100 ))"
}
