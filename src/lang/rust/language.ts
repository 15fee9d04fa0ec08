import { throughHolder } from "../engine/resolve/_builtins.ts";
import { language } from "../engine/written.ts";
import { rust as family } from "./family.ts";

/** The folder of the modules inside the one that a file is. */
const inside = (path: string): string => path.replace(/(?:^|\/)(?:mod|lib|main)\.rs$|\.rs$/, "");

/** A module inside that of another sees what is private there. */
function seesPrivate(path: string, outer: string): boolean {
  const folder = inside(outer);
  return folder === "" || path.startsWith(`${folder}/`);
}

function moduleFiles(path: string, name: string): string[] {
  const folder = inside(path);
  const under = folder === "" ? "" : `${folder}/`;
  return [`${under}${name}.rs`, `${under}${name}/mod.rs`];
}

export const rust = language({
  name: "rust",
  bracketed: true,
  blocksGive: true,
  blanket: true,
  hides: true,
  seesPrivate,
  moduleFiles,
  extensions: "rs",
  rules: async () => (await import("./rules.ts")).rust,
  family,
  indexed: true,
  fieldsHold: true,
  callsGiven: throughHolder,
});
