#!/bin/sh
# Installs Manifold @VERSION@: downloads one archive, compares its SHA-256 with the list of the release, and puts the program, its manual page and
# its completions below one folder. Asks for no password and changes nothing else.
#
#   curl -fsSL @DOWNLOADS@/v@VERSION@/install.sh | sh
#   sh install.sh [--version X.Y.Z] [--dir DIR] [--from URL-OR-FOLDER] [--dry-run]
set -eu

version=@VERSION@
dir=${MANIFOLD_INSTALL_DIR:-${HOME:-}/.local}
from=
dry=

say() { printf 'manifold: %s\n' "$*"; }
fail() {
  printf 'manifold: %s\n' "$*" >&2
  exit 1
}
usage() {
  cat <<'HELP'
usage: install.sh [--version X.Y.Z] [--dir DIR] [--from URL-OR-FOLDER] [--dry-run]
  --version X.Y.Z  another version than this script's own
  --dir DIR        where bin/ and share/ are (default: ~/.local, or $MANIFOLD_INSTALL_DIR)
  --from PLACE     where the archives and SHA256SUMS are: https://, file:// or a folder
  --dry-run        say what would be done, and do nothing
HELP
}
need() {
  if [ "$#" -lt 2 ] || [ -z "$2" ]; then fail "$1 needs a value"; fi
}

while [ "$#" -gt 0 ]; do
  case $1 in
    --version) need "$@"; version=${2#v}; shift 2 ;;
    --dir) need "$@"; dir=$2; shift 2 ;;
    --from) [ "$#" -ge 2 ] || need "$@"; from=$2; shift 2 ;;
    --dry-run) dry=1; shift ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done
case $version in
  *[!0-9A-Za-z.+-]* | '') fail "\"$version\" is no version" ;;
esac
case $dir in
  /*) ;;
  *) fail "--dir must be an absolute path, and there is no \$HOME to choose one by" ;;
esac
[ -n "$from" ] || from=@DOWNLOADS@/v$version

machine=$(uname -m)
case $machine in
  x86_64 | amd64) arch=x64 ;;
  aarch64 | arm64) arch=arm64 ;;
  *) fail "there is no build for $machine" ;;
esac
libc=
case $(uname -s) in
  Linux)
    system=linux
    # musl's loader, and no other: Debian's package musl puts it beside glibc's.
    for loader in /lib/ld-musl-*.so.1; do
      if [ -e "$loader" ] && ! [ -e /lib/ld-linux-aarch64.so.1 ] && ! [ -e /lib64/ld-linux-x86-64.so.2 ]; then libc=-musl; fi
    done
    ;;
  Darwin)
    system=darwin
    # A shell that runs translated says x86_64 on an arm64 machine.
    if [ "$(sysctl -n sysctl.proc_translated 2>/dev/null || :)" = 1 ]; then arch=arm64; fi
    ;;
  *) fail "there is no build for $(uname -s) that this script installs; archives are at $from" ;;
esac
platform=$system-$arch$libc
name=manifold-$version-$platform
archive=$name.tar.gz

say "platform   $platform"
say "archive    $from/$archive"
say "into       $dir/bin/manifold, $dir/share/man, $dir/share/bash-completion, $dir/share/zsh, $dir/share/fish"
if [ -n "$dry" ]; then
  say "nothing was done (--dry-run)"
  exit 0
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/manifold-install.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT HUP TERM

# get NAME: a file of the release, into $work.
get() {
  case $from in
    https://* | http://127.0.0.1:* | http://localhost:*)
      if command -v curl >/dev/null 2>&1; then
        curl -fsSL "$from/$1" -o "$work/$1" || fail "$from/$1 could not be had"
      elif command -v wget >/dev/null 2>&1; then
        wget -q -O "$work/$1" "$from/$1" || fail "$from/$1 could not be had"
      else
        fail "curl or wget is needed"
      fi
      ;;
    http://*) fail "$from is not encrypted: use https" ;;
    *)
      place=${from#file://}
      cp "$place/$1" "$work/$1" || fail "$place/$1 could not be had"
      ;;
  esac
}
sum() {
  if command -v sha256sum >/dev/null 2>&1; then
    sha256sum "$1" | cut -d ' ' -f 1
  elif command -v shasum >/dev/null 2>&1; then
    shasum -a 256 "$1" | cut -d ' ' -f 1
  else
    fail "sha256sum or shasum is needed to check what was downloaded"
  fi
}

get SHA256SUMS
get "$archive"
wanted=$(sed -n "s/^\([0-9a-f]\{64\}\) [ *]$archive\$/\1/p" "$work/SHA256SUMS")
[ -n "$wanted" ] || fail "$archive is not in SHA256SUMS: nothing was installed"
found=$(sum "$work/$archive")
[ "$found" = "$wanted" ] || fail "$archive has the sum $found, not $wanted: nothing was installed"
say "sum        $found, as listed"

(cd "$work" && gzip -dc "$archive" | tar -xf -)
# put FROM TO MODE: whole or not at all, also while the old one runs.
put() {
  mkdir -p "$(dirname "$2")"
  cp "$1" "$2.new.$$"
  chmod "$3" "$2.new.$$"
  mv -f "$2.new.$$" "$2"
}
put "$work/$name/bin/manifold" "$dir/bin/manifold" 755
(cd "$work/$name" && find share -type f) | while IFS= read -r file; do
  put "$work/$name/$file" "$dir/$file" 644
done

# Whether it starts, and then whether it answers: what a question needs of a machine (libraries, a processor, a folder where programs may run) shows in
# no --version. Asked in a folder of its own beside the program, which is taken away.
check=$dir/.manifold-check.$$
trap 'rm -rf "$work" "$check"' EXIT
mkdir -p "$check/tree"
printf 'def a():\n    return b()\n\n\ndef b():\n    return 1\n' >"$check/tree/a.py"
helpless() {
  case $2:$libc in
    132:*) say "this processor lacks what the program needs: of x64 ones SSE4.2 and POPCNT (2009 and later)" ;;
    127:-musl) say "it needs the C++ library: apk add libstdc++" ;;
  esac
  fail "$dir/bin/manifold is there and $1 (exit $2): $(printf '%s\n' "$3" | head -n 3)"
}
status=0
version=$("$dir/bin/manifold" --version 2>&1) || status=$?
[ "$status" -eq 0 ] || helpless "does not start" "$status" "$version"
said=$(cd "$check/tree" && env -i PATH="$PATH" HOME="$check" "$dir/bin/manifold" callers b 2>&1) || status=$?
case $said in
  *a.py:2*) say "installed  $version, and it answers" ;;
  *) helpless "cannot answer a question" "$status" "$(printf '%s\n' "$said" | sed '/^manifold: indexing /d')" ;;
esac
command -v git >/dev/null 2>&1 || say "git is not here: trees are read without it, and nothing is said about changes"
case :$PATH: in
  *:"$dir/bin":*) ;;
  *) say "$dir/bin is not on your PATH: export PATH=\"$dir/bin:\$PATH\"" ;;
esac
