/** Every family of import rules, and which one a language belongs to. */

import { shell } from "./bash/family.ts";
import { c } from "./cfamily/family.ts";
import { clojure } from "./clojure/family.ts";
import { csharp } from "./csharp/family.ts";
import { css } from "./css/family.ts";
import { dart } from "./dart/family.ts";
import { javascript } from "./ecmascript/family.ts";
import { elixir } from "./elixir/family.ts";
import type { Family } from "./engine/resolve/_family.ts";
import { otherFamily } from "./engine/resolve/other.ts";
import { go } from "./go/family.ts";
import { haskell } from "./haskell/family.ts";
import { hcl } from "./hcl/family.ts";
import { julia } from "./julia/family.ts";
import { jvm } from "./jvm/family.ts";
import { lua } from "./lua/family.ts";
import { ocaml } from "./ocaml/family.ts";
import { perl } from "./perl/family.ts";
import { php } from "./php/family.ts";
import { python } from "./python/family.ts";
import { r } from "./r/family.ts";
import { ruby } from "./ruby/family.ts";
import { rust } from "./rust/family.ts";
import { sql } from "./sql/family.ts";
import { zig } from "./zig/family.ts";

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
