assert_eq() {
  [ "$1" = "$2" ] || fail_assert "expected $2, got $1"
}

assert_exists() {
  [[ -e "$1" ]] && return
  fail_assert "missing $1"
}

fail_assert() {
  echo "assert: $*"
  exit 1
}
