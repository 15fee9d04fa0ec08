PASSED=0
report_start() { printf '%s ' "$1"; }
report_ok() { ((PASSED++)); color green ok; }
report_fail() { color red "fail: $1"; }
color() {
  local name=$1
  echo "$(code "$name")$2$(code reset)"
}
code() { tput "$1"; }
report_total() { echo "passed $PASSED"; }
