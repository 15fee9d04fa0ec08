#!/usr/bin/env bash
# Shared helpers.

[[ -n ${_CORE_LOADED:-} ]] && return
_CORE_LOADED=1

core::log() {
  local level=$1
  shift
  printf '%s %s %s\n' "$(core::stamp)" "$level" "$*" >&2
}

core::stamp() { date +%s; }

core::die() {
  core::log ERROR "$@"
  exit 1
}

require() {
  local tool
  for tool in "$@"; do
    command -v "$tool" >/dev/null || core::die "missing $tool"
  done
}

retry() {
  local -i n=$1; shift
  until "$@"; do
    ((n-- > 0)) || return 1
    core::log WARN "retry: $*"
    sleep 1
  done
}

confirm() {
  local answer
  read -rp "$1 [y/N] " answer
  is_yes "$answer"
}

is_yes() [[ ${1,,} == y* ]]
