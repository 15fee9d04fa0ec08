import { type Family, writtenFamily } from "../engine/resolve/family.ts";
import { bySuffix } from "../engine/resolve/other.ts";
import { folderOf, join } from "../engine/resolve/paths.ts";
import type { Located } from "../engine/resolve/place.ts";
import type { Tree } from "../engine/resolve/tree.ts";
import type { ImportLike } from "../engine/resolve/world.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { wordSet } from "../engine/words.ts";
import { language } from "../engine/written.ts";

// Bash and its kin: `source`/`.` of a file beside the script or by the unique end of its path; functions are global.

function locate(tree: Tree, from: string, imported: ImportLike): Located {
  // `$DIR/lib/x.sh`, `$(dirname "$0")/x.sh`, `${BASH_SOURCE%/*}/x.sh`: what stands behind the variable
  const plain = imported.source
    .replace(/^["']|["']$/g, "")
    .replace(/^(?:\$\((?:[^()]|\([^()]*\))*\)|\$\{[^}]*\}|\$\w+|["']+)+\/?/, "")
    .replace(/["']/g, "");
  if (plain === "" || plain.includes("$")) return { is: "nowhere" };
  const beside = join(folderOf(from), plain);
  if (beside !== null && tree.file(beside)) return { is: "files", files: [beside], folder: null };
  if (tree.file(plain)) return { is: "files", files: [plain], folder: null };
  const found = bySuffix(tree, from, plain);
  return found ? { is: "files", files: [found], folder: null } : { is: "nowhere" };
}

const family: Family = writtenFamily({
  name: "shell",
  reach: "global",
  dynamic: true,
  globals:
    wordSet(`echo printf cd test source eval exec exit export local return set shift trap unset read declare typeset readonly let true false wait kill
    cat cp mv rm mkdir ls grep sed awk find sort uniq head tail cut tr wc date sleep touch chmod chown tar curl wget git env dirname basename pwd tee xargs
    command type hash getopts pushd popd shopt ulimit umask which`),
  locate,
});

export const syntax: Syntax = { separators: [], quotes: "\"'", lineComments: ["#"], blockComments: [], identifier: "-" };

export const bash = language({
  name: "bash",
  takesFewer: true,
  takesMore: true,
  extensions: "sh bash zsh ksh bats ebuild eclass",
  filenames: ".bashrc .bash_profile .zshrc .profile PKGBUILD",
  shebangs: "sh bash zsh ksh dash ash bats",
  rules: async () => (await import("./rules.ts")).bash,
  syntax,
  family,
});
