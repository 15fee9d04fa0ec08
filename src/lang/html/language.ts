import { javascript as family } from "../ecmascript/family.ts";
import { language } from "../engine/language.ts";
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
  extensions: "html htm xhtml",
  rules,
  parts: htmlParts,
  holds: "css javascript typescript",
  other: [{ name: "angular", when: ANGULAR_TEMPLATE }],
  family,
});

export const svelte = language({
  name: "svelte",
  extensions: "svelte",
  rules,
  grammar: "html",
  parts: svelteParts,
  holds: "css javascript typescript",
  family,
});

export const vue = language({
  name: "vue",
  extensions: "vue",
  rules,
  grammar: "html",
  parts: vueParts,
  holds: "css javascript typescript",
  family,
});
