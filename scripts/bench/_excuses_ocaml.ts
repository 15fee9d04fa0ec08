/** Where ctags is wrong of OCaml, or counts otherwise than we do. */
import { has, literal } from "./_context.ts";
import type { Excuse } from "./_excuses.ts";

export const ocaml: Excuse[] = [
  {
    name: "the file as a module",
    why: "every file is a module of its name: the file's own symbol here",
    when: ({ kind, line }) => kind === "module" && line === 1,
  },
  {
    name: "aliases of modules",
    why: "`module A = B` gives a module another name",
    when: ({ kind, name }, { line }) => kind === "module" && has(line, `\\bmodule\\s+${literal(name)}\\s*=\\s*[\\p{Lu}]`),
  },
  {
    name: "bindings without a name as functions",
    why: "`let () = …`, `let _ = …`, `let+ x = …`, `let%lwt x = …` define nothing of that name",
    when: ({ name }) => /^[^\p{L}]+$/u.test(name),
  },
  {
    name: "modules as values",
    why: "`(module M)` and `(module S with type t = u)` hand over or name a module that is defined elsewhere",
    when: ({ kind }, { line }) => kind === "module" && /\(module\s+[\p{Lu}]/u.test(line),
  },
  {
    name: "additions to an extensible type",
    why: "`type a Effect.t += B` adds constructors to a type of another module, whose name is not `Effect`",
    when: ({ kind }, { line }) => kind === "type" && /\btype\b[^=]*\+=/.test(line),
  },
  {
    name: "constraints on types",
    why: "`S with type t = u` says more of S and defines no type",
    when: ({ kind }, { line }) => kind === "type" && /\b(?:with|and)\s+type\b/.test(line),
  },
];
