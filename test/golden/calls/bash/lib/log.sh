_log() { printf '%s %s\n' "$1" "$2" >&2; }

function log_info {
  _log info "$1"
}

log_error() { _log error "$1"; }
