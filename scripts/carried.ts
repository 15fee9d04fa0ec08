/**
 * What packages carry of others without saying under which licence: parsers that somebody else's grammar made, crates in a library of Rust, parts of a
 * library of C++, packages that a bundle took in. Each was looked up where it comes from; one that is found in a binary and is not here fails the build.
 */
import spdx from "spdx-license-list/full.js";

const MIT_OR_APACHE = "MIT OR Apache-2.0";

/** Licence of each, by where it is from and its name; behind a semicolon whose the copyright is, a line each, where the licence wants that named. */
const CARRIED: Readonly<Record<string, string>> = {
  "cargo:aho-corasick": "Unlicense OR MIT",
  "cargo:annotate-snippets": MIT_OR_APACHE,
  "cargo:anstyle": MIT_OR_APACHE,
  "cargo:anyhow": MIT_OR_APACHE,
  "cargo:bit-set": MIT_OR_APACHE,
  "cargo:bit-vec": MIT_OR_APACHE,
  "cargo:crossbeam-epoch": MIT_OR_APACHE,
  "cargo:globset": "Unlicense OR MIT",
  "cargo:granit-parser": MIT_OR_APACHE,
  "cargo:ignore": "Unlicense OR MIT",
  "cargo:libloading": "ISC; Copyright (c) 2015 Simonas Kazlauskas",
  "cargo:memchr": "Unlicense OR MIT",
  "cargo:napi": "MIT",
  "cargo:napi-sys": "MIT",
  "cargo:regex": MIT_OR_APACHE,
  "cargo:regex-automata": MIT_OR_APACHE,
  "cargo:regex-syntax": MIT_OR_APACHE,
  "cargo:same-file": "Unlicense OR MIT",
  "cargo:serde": MIT_OR_APACHE,
  "cargo:serde-saphyr": MIT_OR_APACHE,
  "cargo:serde_core": MIT_OR_APACHE,
  "cargo:serde_json": MIT_OR_APACHE,
  "cargo:smallvec": MIT_OR_APACHE,
  "cargo:tree-sitter": "MIT; Copyright (c) 2018 Max Brunsfeld",
  "cargo:unicode-width": MIT_OR_APACHE,
  "cargo:winapi-util": "Unlicense OR MIT",
  "cmake:abseil_cpp": "Apache-2.0",
  "cmake:onnx": "Apache-2.0",
  "cmake:protobuf": "BSD-3-Clause; Copyright 2008 Google Inc.",
  "cmake:re2": "BSD-3-Clause; Copyright (c) 2009 The RE2 Authors",
  "npm:@tree-sitter-grammars/tree-sitter-lua": "MIT; Copyright (c) 2021 Munif Tanjim",
  "npm:scule": "MIT; Copyright (c) Pooya Parsa <pooya@pi0.io>",
  "npm:tree-sitter-angular": "MIT; Copyright (c) 2023 Dennis van den Berg.",
  "npm:tree-sitter-bash": "MIT; Copyright (c) 2017 Max Brunsfeld",
  "npm:tree-sitter-c": "MIT; Copyright (c) 2014 Max Brunsfeld",
  "npm:tree-sitter-c-sharp": "MIT; Copyright (c) 2014-2023 Max Brunsfeld, Damien Guard, Amaan Qureshi, and contributors.",
  "npm:tree-sitter-cpp": "MIT; Copyright (c) 2014 Max Brunsfeld",
  "npm:tree-sitter-css": "MIT; Copyright (c) 2018 Max Brunsfeld",
  "npm:tree-sitter-elixir": "Apache-2.0",
  "npm:tree-sitter-go": "MIT; Copyright (c) 2014 Max Brunsfeld",
  "npm:tree-sitter-haskell": "MIT; Copyright (c) 2014 Max Brunsfeld",
  "npm:tree-sitter-html": "MIT; Copyright (c) 2014 Max Brunsfeld",
  "npm:tree-sitter-java": "MIT; Copyright (c) 2017 Ayman Nadeem",
  "npm:tree-sitter-javascript": "MIT; Copyright (c) 2014 Max Brunsfeld",
  "npm:tree-sitter-kotlin": "MIT; Copyright (c) 2019 fwcd",
  "npm:tree-sitter-php":
    "MIT; Copyright (c) 2017 Josh Vera, GitHub; Copyright (c) 2019 Max Brunsfeld, Amaan Qureshi, Christian Frøystad, Caleb White",
  "npm:tree-sitter-python": "MIT; Copyright (c) 2016 Max Brunsfeld",
  "npm:tree-sitter-ruby": "MIT; Copyright (c) 2016 Rob Rix",
  "npm:tree-sitter-rust": "MIT; Copyright (c) 2017 Maxim Sokolov",
  "npm:tree-sitter-scala": "MIT; Copyright (c) 2018 Max Brunsfeld and GitHub",
  "npm:tree-sitter-swift": "MIT; Copyright (c) 2021 alex-pinkus",
  "npm:tree-sitter-typescript": "MIT; Copyright (c) 2017 Max Brunsfeld",
};

/** SPDX's text of a licence. @throws Error where it has none */
export function canonical(id: string): string {
  const text = (spdx as Record<string, { licenseText: string }>)[id.replace(/ WITH .*/, "")]?.licenseText;
  if (text === undefined) throw new Error(`No text of the licence ${id} is known.`);
  return text.trim();
}

/** The text of every licence in an expression. */
export const canonicals = (expression: string): string =>
  [...new Set(expression.replace(/[()]/g, "").split(/ AND | OR /))].map(canonical).join("\n\n----\n\n");

/** Licence and text of something that a package carries. @throws Error where nobody looked at it */
export function carriedLicence(from: "cargo" | "cmake" | "npm", name: string): { licence: string; text: string } {
  const known = CARRIED[`${from}:${name}`];
  if (known === undefined)
    throw new Error(`${name} (${from}) is in the program, and its licence is not on the list in scripts/carried.ts: look at it first.`);
  const [licence, ...holders] = known.split("; ") as [string, ...string[]];
  const text = canonicals(licence);
  // SPDX's text leaves a place for the holder's name.
  return { licence, text: holders.length === 0 ? text : text.replace(/^(?:Copyright .*\n)+/m, () => `${holders.join("\n")}\n`) };
}

/** Rust crates that a library was made of, as far as its own messages name them. */
export const cratesIn = (library: string): { name: string; version: string }[] =>
  named(library, /registry[/\\]src[/\\][^/\\]{1,60}[/\\]([\w-]+?)-(\d[\w.+-]*)[/\\]/g);

/** Parts of a library of C++ that CMake fetched, as far as its own messages name them. */
export const fetchedIn = (library: string): { name: string; version: string }[] => named(library, /\/_deps\/(\w+)-src()\//g);

/** Packages that a bundle took in, as far as its comments, or the sources of its map, name their files. */
export const bundledIn = (text: string): { name: string; version: string }[] =>
  named(text, /node_modules\/(?!\.)((?:@[\w.-]+\/)?[\w-][\w.-]*)()\//g).map(({ name }) => ({
    name,
    version: new RegExp(`\\.pnpm/${name.replace("/", "\\+").replaceAll(".", "\\.")}@([\\w.-]+)/`).exec(text)?.[1] ?? "",
  }));

function named(text: string, pattern: RegExp): { name: string; version: string }[] {
  const found = new Map([...text.matchAll(pattern)].map(([, name, version]) => [`${name}@${version}`, { name: name!, version: version! }]));
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}
