#!/usr/bin/env bash
# Installs a platform's archive from a folder of a release and asks it about the repository that this script lies in, and about one file outside git.
# usage: smoke.sh RELEASE PLATFORM
set -euo pipefail
release=$(cd "$1" && pwd)
platform=$2
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
archive=$(cd "$release" && ls manifold-*-"$platform".tar.gz)
if [ "${platform%%-*}" = windows ]; then
  tar -xzf "$release/$archive" -C "$work"
  manifold=$work/${archive%.tar.gz}/bin/manifold.exe
else
  sh "$release/install.sh" --from "$release" --dir "$work/installed"
  manifold=$work/installed/bin/manifold
fi
run() {
  echo "+ manifold $*"
  "$manifold" "$@"
}
run --version
run licenses --list | tail -1
mkdir "$work/plain"
printf 'def a():\n    return b()\n\n\ndef b():\n    return 1\n' >"$work/plain/a.py"
(cd "$work/plain" && run callers b | grep -q 'a.py:2')
if command -v git >/dev/null; then
  git clone -q "$here" "$work/tree"
  cd "$work/tree"
  run index
  run q "how is a damaged index noticed and rebuilt?" -k 3
  run callers readSourceSync -k 3
  printf '\nexport const added = 1;\n' >>src/base/version.ts
  git add -A
  run impact --staged || test $? -ge 4
  run hook install
  git -c user.name=t -c user.email=t@example.org commit -qm "through the hook"
  run hook uninstall
  run index --full --json | grep -o '"graph_hash": *"[0-9a-f]*"'
fi
echo "$platform: passed"
