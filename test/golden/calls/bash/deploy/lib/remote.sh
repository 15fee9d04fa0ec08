upload() {
  local target=$1
  checksum "$target" > sum.txt
  scp "$target" host: && log_info "uploaded"
}

checksum() {
  sha256sum "$1" | cut -d' ' -f1
}

with_retry() {
  local n=$1; shift
  local i
  for ((i = 0; i < n; i++)); do
    "$@" && return 0
    backoff "$i"
  done
  return 1
}

backoff() { sleep $((2 ** $1)); }

run_remote() {
  local action="$2"
  "remote_$action" "$1"
}

remote_restart() {
  log_info "restart $1"
}
