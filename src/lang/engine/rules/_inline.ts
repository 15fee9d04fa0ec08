/** `require("x").f()`, `app.use(require("x"))`, `lazy(() => import("x"))`: what is imported where it is used, without a name of its own. */
import type { ImportRule } from "./_roles.ts";

const SOURCE = /^\(\s*["'`]([^"'`\n]+)["'`]\s*\)/;
const INLINE = /^require\s*(\(\s*["'`][^"'`\n]+["'`]\s*\))$/;

/** The name by which calls go through it; no program can have it. */
const nameOf = (source: string): string => `require·${source.replace(/[^\w\x80-\u{10FFFF}]/gu, "·")}`;

/** On the brackets behind `require` and `import`, where no import around them is known. */
export const inlineImport = (isRelative: (source: string) => boolean): ImportRule => ({
  role: "import",
  when: /(?<=(?<![\w.$])(?:require|import)\s?)\(\s*["'`][^"'`\n]+["'`]\s*\)/uy,
  inner: true,
  parse: (text) => {
    const source = SOURCE.exec(text)?.[1];
    return source === undefined
      ? []
      : [{ form: "namespace", source, names: [{ name: "*", local: nameOf(source) }], relative: isRelative(source) }];
  },
});

/** What is called behind such an import: a member of it, or what the module itself is. */
export function throughInline({ name, receiver }: { name: string; receiver: string | null }): { name: string; receiver: string | null } {
  const source = receiver === null ? undefined : SOURCE.exec(INLINE.exec(receiver)?.[1] ?? "")?.[1];
  if (source === undefined) return { name, receiver };
  return name === "()" ? { name: nameOf(source), receiver: null } : { name, receiver: nameOf(source) };
}
