import { type Family, writtenFamily } from "../engine/resolve/family.ts";
import { bySuffix } from "../engine/resolve/other.ts";
import { folderOf, join } from "../engine/resolve/paths.ts";
import type { Located } from "../engine/resolve/place.ts";
import type { Tree } from "../engine/resolve/tree.ts";
import type { ImportLike } from "../engine/resolve/world.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { wordSet, words } from "../engine/words.ts";
import { language } from "../engine/written.ts";

// R: `source` of a file, packages from outside; the files of one package share all their names.

function locate(tree: Tree, from: string, imported: ImportLike): Located {
  const { source } = imported;
  if (imported.form === "include" || imported.relative) {
    for (const end of ["", ".R", ".r"]) {
      const beside = join(folderOf(from), source + end);
      if (beside !== null && tree.file(beside)) return { is: "files", files: [beside], folder: null };
      if (tree.file(source + end)) return { is: "files", files: [source + end], folder: null };
    }
    const found = /^[./]*[\w./-]+$/.test(source) ? bySuffix(tree, from, source.replace(/^(?:\.\.?\/)+/, "")) : null;
    return found ? { is: "files", files: [found], folder: null } : { is: "nowhere" };
  }
  return { is: "external", name: source };
}

const family: Family = writtenFamily({
  name: "r",
  aboveCalled: "method",
  plainMethods: true,
  self: ["self", "private", ".self", "this"],
  parent: ["super", "callNextMethod"],
  reach: "global",
  dynamic: true,
  constructors: ["new"],
  globals:
    wordSet(`print cat paste paste0 length names nrow ncol dim rbind cbind lapply sapply vapply mapply tapply apply do.call Reduce Filter Map seq seq_len
    seq_along rep which any all is.na is.function inherits structure attr attributes class unclass message warning tryCatch try on.exit format sprintf
    nchar substr gsub sub grepl regmatches strsplit toupper tolower as.character as.numeric as.integer as.list unlist setdiff union intersect match
    match.arg identical mean sum min max range sort order unique rev head tail data.frame matrix array vector character numeric logical integer factor
    levels exists get assign eval parse quote substitute deparse expression environment new.env parent.frame sys.call nargs Recall Sys.time file.path
    file.exists readline readLines writeLines read.csv write.csv readRDS saveRDS test_that expect_equal expect_true expect_error describe it`),
  locate,
});

export const syntax: Syntax = {
  names: words("not and or is yield await elif case throw raise assert del typeof void delete do"),
  separators: [":::", "::", "$", "@"],
  quotes: "\"'`",
  multiline: true,
  lineComments: ["#"],
  blockComments: [],
  identifier: ".",
};

/** Functions of the language that call what they are given. */
const CALLING =
  /^(?:[lsvmt]?apply|rapply|Reduce|Filter|Map|Find|Position|do\.call|outer|(?:i?map2?|p?walk|keep|discard|reduce|accumulate|detect)(?:_\w+)?)$/;

export const r = language({
  name: "r",
  takesFewer: true,
  extensions: "r",
  filenames: ".Rprofile",
  shebangs: "Rscript",
  source: ["@eagleoutice/tree-sitter-r"],
  rules: async () => (await import("./rules.ts")).r,
  syntax,
  family,
  callsGiven: ({ name }) => CALLING.test(name),
});
