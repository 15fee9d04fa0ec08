/** HTML and what is built on it: headings, ids, what scripts and links load. Scripts and styles inside are parts (parts/web.ts). */
import type { ParsedImport, RuleSet, Syntax } from "../engine/rules/_rules.ts";

const syntax: Syntax = { separators: ["."], quotes: "\"'", lineComments: [], blockComments: [["<!--", "-->"]] };

function attribute(tag: string, name: string): string | null {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>"']+))`, "i").exec(tag);
  return match ? (match[1] ?? match[2] ?? match[3] ?? "").trim() : null;
}

/** What headings write otherwise. */
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#39": "'" };

/** A path beside the page: a script's `a.js` is no package. */
const beside = (source: string): string => (/^(?:[a-z][a-z0-9+.-]*:|\/|\.)/i.test(source) ? source : `./${source}`);

/** `<script src>`, `<link href>`, `<iframe src>`: classic scripts and style sheets share their names with the page. */
function loaded(text: string): ParsedImport[] {
  const name = /^<\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase();
  const source = attribute(text, name === "link" ? "href" : "src");
  if (!source || /[{}<>]/.test(source)) return [];
  if (name === "link" && !/\b(?:stylesheet|modulepreload|preload|import)\b/i.test(attribute(text, "rel") ?? "")) return [];
  const form = name === "script" && attribute(text, "type")?.toLowerCase() !== "module" ? "include" : "side-effect";
  return [{ form, source: beside(source), names: [], relative: true }];
}

const tag: RuleSet["nodes"][string] = { role: "import", parse: loaded };
const LOADS = { regex: "^<(?i:script|link|iframe)\\s" };

export const html: RuleSet = {
  nodes: {
    attribute: {
      role: "define",
      as: "variable",
      name: (text) => {
        const match = /^id\s*=\s*["']?([^"'\s{}<>]+)/i.exec(text);
        return match?.[1] ? [{ name: match[1], end: match[0].length }] : [];
      },
      leaf: true,
    },
    comment: { role: "comment" },
    element: {
      role: "define",
      as: "section",
      name: (text) => {
        const open = /^<[^>]*>/.exec(text)?.[0].length ?? 0;
        const name = text
          .slice(open)
          .replace(/<[^>]*>/g, "")
          .replace(/&(nbsp|amp|lt|gt|quot|apos|#39);/g, (_, entity: string) => ENTITIES[entity] ?? " ")
          .replace(/\s+/g, " ")
          .trim()
          .slice(0, 200);
        return name && open > 0 ? [{ name, end: text.length, leaf: true }] : [];
      },
    },
    self_closing_tag: tag,
    start_tag: tag,
  },
  narrow: {
    attribute: { regex: "^(?i:id)\\s*=" },
    element: { regex: "^<(?i:h[1-6]|title)[\\s>]", has: { kind: "start_tag" } },
    self_closing_tag: LOADS,
    start_tag: LOADS,
  },
  syntax,
};

/** Angular's templates: the same elements, between blocks and bindings; `#name` and `@let name` are the template's variables. */
export const angular: RuleSet = {
  ...html,
  nodes: {
    attribute: {
      role: "define",
      as: "variable",
      name: (text) => {
        const match = /^(?:id\s*=\s*["']?([^"'\s{}<>]+)|(?:#|ref-)([A-Za-z_$][\w$-]*))/i.exec(text);
        const name = match?.[1] ?? match?.[2];
        return match && name ? [{ name, end: match[0].length }] : [];
      },
      leaf: true,
    },
    comment: html.nodes.comment!,
    element: html.nodes.element!,
    let_statement: { role: "define", as: "variable", name: /@let\s+([A-Za-z_$][\w$]*)/y, until: [";"] },
    self_closing_tag: tag,
    start_tag: tag,
  },
  narrow: { ...html.narrow, attribute: { regex: "^(?:(?i:id)\\s*=|#|ref-)" } },
};
