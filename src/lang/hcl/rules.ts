/** HCL: Terraform's blocks by their labels, locals, what a module's source is, what expressions name. */

import type { Named, ParsedImport, RuleSet } from "../engine/rules/_rules.ts";
import { syntax } from "./language.ts";

const LABELLED = /^([A-Za-z_][\w-]*)((?:\s+(?:"[^"\n]*"|[A-Za-z_][\w-]*))*)\s*\{/;

function labels(text: string): { type: string; labels: string[]; end: number } | null {
  const match = LABELLED.exec(text);
  if (!match) return null;
  const list = [...match[2]!.matchAll(/"([^"\n]*)"|([A-Za-z_][\w-]*)/g)].map((one) => one[1] ?? one[2]!);
  return { type: match[1]!, labels: list, end: match[1]!.length + match[2]!.length };
}

/** As expressions name it: `aws_s3_bucket.logs`, `var.name`, `module.net`, `data.aws_ami.u`. */
function blockName(text: string): Named[] {
  const block = labels(text);
  if (!block || block.labels.length === 0) return [];
  const prefix = { variable: ["var"], resource: [], output: ["output"], module: ["module"], data: ["data"] }[block.type] ?? [block.type];
  const path = [...prefix, ...block.labels];
  return [{ name: path.join("."), end: block.end, kind: "type" }];
}

function moduleSource(text: string): ParsedImport[] {
  const block = labels(text);
  if (block?.type !== "module") return [];
  const source = /[{\n]\s*source\s*=\s*"([^"\n]+)"/.exec(text)?.[1];
  if (!source) return [];
  return [{ form: "module", source, names: [], relative: /^\.\.?\//.test(source), length: 0 }];
}

/** Names that stand for nothing defined here. */
const GIVEN = /^(?:each|count|self|path|terraform|null|true|false)$/;

export const hcl: RuleSet = {
  nodes: {
    attribute: {
      role: "define",
      as: "variable",
      name: (text) => {
        const name = /^[A-Za-z_][\w-]*/.exec(text)?.[0];
        return name ? [{ name, end: name.length, owner: "local" }] : [];
      },
      until: ["\n"],
    },
    block: [
      { role: "import", when: /module\b/y, parse: moduleSource },
      { role: "define", as: "type", name: blockName, until: ["{"] },
    ],
    comment: { role: "comment" },
    expression: {
      role: "call",
      kind: "use",
      parse: (text) => {
        const match = /^([A-Za-z_][\w-]*)\.([A-Za-z_][\w-]*)(?:\.([A-Za-z_][\w-]*))?/.exec(text);
        if (!match || GIVEN.test(match[1]!)) return null;
        if (match[1] === "data" && match[3]) return { name: match[3], receiver: `data.${match[2]}`, arity: null };
        return { name: match[2]!, receiver: match[1]!, arity: null };
      },
    },
    function_call: {
      role: "call",
      parse: (text) => {
        const name = /^([A-Za-z_][\w:-]*)\s*\(/.exec(text)?.[1];
        return name ? { name, receiver: null, arity: null } : null;
      },
    },
  },
  narrow: { attribute: { inside: { kind: "body", inside: { kind: "block", regex: "^locals\\s*\\{" } } } },
  syntax,
};
