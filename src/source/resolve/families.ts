/** Every family of import rules, and which one a language belongs to. */
import type { Family } from "./_family.ts";
import { c } from "./c.ts";
import { clojure } from "./clojure.ts";
import { csharp } from "./csharp.ts";
import { css } from "./css.ts";
import { dart } from "./dart.ts";
import { elixir } from "./elixir.ts";
import { go } from "./go.ts";
import { haskell } from "./haskell.ts";
import { hcl } from "./hcl.ts";
import { javascript } from "./javascript.ts";
import { julia } from "./julia.ts";
import { jvm } from "./jvm.ts";
import { lua } from "./lua.ts";
import { ocaml } from "./ocaml.ts";
import { otherFamily } from "./other.ts";
import { perl } from "./perl.ts";
import { php } from "./php.ts";
import { python } from "./python.ts";
import { r } from "./r.ts";
import { ruby } from "./ruby.ts";
import { rust } from "./rust.ts";
import { shell } from "./shell.ts";
import { sql } from "./sql.ts";
import { zig } from "./zig.ts";

export const FAMILIES: readonly Family[] = [
  c,
  clojure,
  csharp,
  css,
  dart,
  elixir,
  go,
  haskell,
  hcl,
  javascript,
  julia,
  jvm,
  lua,
  ocaml,
  perl,
  php,
  python,
  r,
  ruby,
  rust,
  shell,
  sql,
  zig,
];

const byLanguage = new Map<string, Family>();
for (const family of FAMILIES) for (const language of family.languages) byLanguage.set(language, family);

/** The family of a language; one without rules of its own is a family alone. */
export function familyOf(language: string | null): Family {
  const name = language ?? "";
  let family = byLanguage.get(name);
  if (!family) {
    family = otherFamily(name);
    byLanguage.set(name, family);
  }
  return family;
}
