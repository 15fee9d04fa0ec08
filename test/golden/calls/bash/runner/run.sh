#!/usr/bin/env bash
ROOT=$(cd "$(dirname "$0")" && pwd)
for lib in assert report; do
  source "$ROOT/lib/$lib.sh"
done
source "$ROOT/lib/fs.sh"

setup() {
  WORK=$(make_temp) || fatal "no temp"
  trap teardown EXIT INT
}

teardown() {
  remove_tree "$WORK"
}

test_copy() {
  touch "$WORK/a"
  copy_tree "$WORK" "$WORK.bak"
  assert_exists "$WORK.bak/a"
  assert_eq "$(count_files "$WORK")" 1
}

test_empty() {
  if count_files "$WORK" >/dev/null; then
    assert_eq 0 0
  fi
}

run_all() {
  local t
  for t in $(declare -F | awk '{print $3}' | grep '^test_'); do
    report_start "$t"
    ( setup; "$t" ) && report_ok || report_fail "$t"
  done
}

fatal() { echo "$1" >&2; exit 2; }

run_all
report_total
