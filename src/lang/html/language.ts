import { javascript as family } from "../ecmascript/family.ts";
import { language } from "../engine/written.ts";
import { angularParts, htmlParts, svelteParts, vueParts } from "./web.ts";

/** What no plain page says. */
const ANGULAR_TEMPLATE =
  /\s\*ng[A-Z]\w*\s*=|\[\([\w.]+\)\]\s*=|\s\[[\w.-]+\]\s*=\s*"|\s\([\w.-]+\)\s*=\s*"|^\s*@(?:if|for|switch|defer)\s*\([^\n]*\{\s*$/m;

const rules = async () => (await import("./rules.ts")).html;

export const angular = language({
  name: "angular",
  rules: async () => (await import("./rules.ts")).angular,
  parts: angularParts,
  holds: "css javascript typescript",
  family,
});

export const html = language({
  name: "html",
  markup: true,
  noModules: true,
  noUses: true,
  extensions: "html htm xhtml",
  rules,
  other: [{ name: "angular", when: ANGULAR_TEMPLATE }],
  parts: htmlParts,
  holds: "css javascript typescript",
  family,
  documents: true,
});

export const svelte = language({
  name: "svelte",
  extensions: "svelte",
  grammar: "html",
  rules,
  parts: svelteParts,
  holds: "css javascript typescript",
  family,
});

export const vue = language({
  name: "vue",
  extensions: "vue",
  grammar: "html",
  rules,
  parts: vueParts,
  holds: "css javascript typescript",
  family,
});
