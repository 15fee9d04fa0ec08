_log() {
  local level=$1; shift
  printf '%s %s\n' "$(timestamp)" "$level: $*" >&2
}

timestamp() { date +%s; }

log_info() { _log INFO "$@"; }
log_warn() { _log WARN "$@"; }

die() {
  _log ERROR "$@"
  exit 1
}
