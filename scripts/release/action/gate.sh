#!/bin/sh
# The gate of the GitHub action (action.yml): a summary for people, SARIF if it is wanted, and the verdict. Only the last step decides.
set -eu
: "${BASE:?there is no base to compare with: set the input base}"
summary=${GITHUB_STEP_SUMMARY:-/dev/stdout}

# 4 and 5 are verdicts; anything else above 1 is a failure.
judged() {
  status=0
  "$@" || status=$?
  case $status in 0 | 1 | 4 | 5) return 0 ;; *) return "$status" ;; esac
}

manifold index
judged manifold impact --since "$BASE" --format markdown >>"$summary"
if [ -n "${SARIF:-}" ]; then judged manifold impact --since "$BASE" --format sarif >"$SARIF"; fi
report=$(judged manifold impact --since "$BASE" --jsonl)
verdict=$(printf '%s\n' "$report" | sed -n 's/.*"risk":{"level":"\([a-z]*\)".*/\1/p')
printf 'verdict=%s\n' "${verdict:-unknown}" >>"${GITHUB_OUTPUT:-/dev/null}"
set -- --since "$BASE"
if [ -n "${MAX_AFFECTED:-}" ]; then set -- "$@" --max-affected "$MAX_AFFECTED"; fi
case ${FAIL_ON:-} in none | '') ;; *) set -- "$@" --fail-on "$FAIL_ON" ;; esac
exec manifold impact "$@"
