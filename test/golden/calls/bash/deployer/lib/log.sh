#!/usr/bin/env bash

LOG_LEVEL=${LOG_LEVEL:-info}

log::write() {
  local level=$1
  shift
  printf '%s %s\n' "$(timestamp)" "$(log::color "$level" "$*")" >&2
}

log::info() { log::write info "$@"; }
log::error() { log::write error "$@"; }

log::color() {
  echo "$2"
}

timestamp() { date +%s; }

die() {
  log::error "$@"
  exit 1
}
