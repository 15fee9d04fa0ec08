/**
 * Who governs a path, and what somebody governs: the rules of documents and of CODEOWNERS, matched when they are asked for.
 *
 * Rules are kept as they are written, not as edges: 10,000 rules over 10,000 files would be as many edges as files have owners, made anew whenever a
 * file comes or goes; a rule matches files that come later without anything being done.
 */
import type { Statement } from "bun:sqlite";
import { DamagedIndex } from "./damage.ts";

/** A rule that matches, with the symbols that govern by it: the document or a section of it, owners. */
export interface Rule {
  file: number;
  line: number;
  /** As written, but for what a glob needs. */
  pattern: string;
  by: readonly number[];
  part: number | null;
}

interface Kept extends Rule {
  /** What a path must begin with. */
  prefix: string;
  except: boolean;
  glob: Bun.Glob | null;
}

/** Where CODEOWNERS is looked for, first the one that counts: GitHub's order, then GitLab's, Gitea's and Forgejo's folders. */
export const CODEOWNERS = [
  ".github/CODEOWNERS",
  "CODEOWNERS",
  "docs/CODEOWNERS",
  ".gitlab/CODEOWNERS",
  ".gitea/CODEOWNERS",
  ".forgejo/CODEOWNERS",
] as const;

export class Governance {
  /** Of documents, in the order of their paths. */
  readonly #documents: Kept[] = [];
  /** The CODEOWNERS that counts. */
  readonly codeowners: number | null;
  /** Of CODEOWNERS, the last first, by part. */
  readonly #owners = new Map<number, Kept[]>();

  constructor(statement: (sql: string) => Statement) {
    const rows = statement(
      "SELECT rule.file, line, pattern, whom, part FROM rule JOIN file ON file.id = rule.file WHERE part IS NULL ORDER BY path, position",
    ).values() as Row[];
    for (const row of rows) this.#documents.push(...kept(statement, row));
    const known = statement("SELECT id, path FROM file WHERE path IN (SELECT value FROM json_each(?))").values(
      JSON.stringify(CODEOWNERS),
    ) as [number, string][];
    const order = (path: string): number => (CODEOWNERS as readonly string[]).indexOf(path);
    const [file] = known.sort(([, a], [, b]) => order(a) - order(b));
    this.codeowners = file?.[0] ?? null;
    if (!file) return;
    const owners = statement(
      "SELECT file, line, pattern, whom, part FROM rule WHERE file = ? AND part IS NOT NULL ORDER BY position DESC",
    ).values(file[0]) as Row[];
    for (const row of owners)
      for (const rule of kept(statement, row)) {
        const part = this.#owners.get(rule.part!);
        if (part) part.push(rule);
        else this.#owners.set(rule.part!, [rule]);
      }
  }

  /** Rules that hold for a path: all of documents that match it, of each part of CODEOWNERS the last. */
  *governing(path: string): Generator<Rule> {
    for (const rule of this.#documents) if (matches(rule, path)) yield rule;
    for (const part of this.#owners.values()) {
      // what a part leaves out it leaves out wherever the rule stands
      const rule = part.some((one) => one.except && matches(one, path)) ? undefined : part.find((one) => !one.except && matches(one, path));
      if (rule && rule.by.length > 0) yield rule;
    }
  }

  /** Of some paths those that any of some symbols governs, each with the rule by which it does. */
  *governed(by: ReadonlySet<number>, paths: () => Iterable<[file: number, path: string]>): Generator<[file: number, rule: Rule]> {
    const documents = this.#documents.filter((rule) => rule.by.some((one) => by.has(one)));
    const parts = [...this.#owners.values()].filter((rules) => rules.some((rule) => rule.by.some((one) => by.has(one))));
    if (documents.length + parts.length === 0) return;
    for (const [file, path] of paths()) {
      const rule =
        documents.find((one) => matches(one, path)) ??
        (parts.length === 0 ? undefined : [...this.governing(path)].find((one) => one.part !== null && one.by.some((id) => by.has(id))));
      if (rule) yield [file, rule];
    }
  }

  /** Every rule, documents first. */
  *rules(): Generator<Rule> {
    yield* this.#documents;
    for (const part of this.#owners.values()) yield* part;
  }
}

type Row = [file: number, line: number, pattern: string, whom: string, part: number | null];

function kept(statement: (sql: string) => Statement, [file, line, written, whom, part]: Row): Kept[] {
  const places = JSON.parse(whom) as number[];
  const id = statement("SELECT id FROM symbol WHERE file = ? AND at = ?");
  const by = places.map((at) => {
    const [row] = id.values(file, at) as [number][];
    if (!row) throw new DamagedIndex("a rule is of a symbol that is not there");
    return row[0];
  });
  const except = written.startsWith("!");
  const pattern = except ? written.slice(1) : written;
  const prefix = /^[^*?{\\]*/.exec(pattern)![0];
  return [{ file, line, pattern: written, by, part, prefix, except, glob: null }];
}

/** Most rules begin with a folder: a glob is made of those that a path may match. */
function matches(rule: Kept, path: string): boolean {
  if (!path.startsWith(rule.prefix)) return false;
  rule.glob ??= new Bun.Glob(rule.except ? rule.pattern.slice(1) : rule.pattern);
  return rule.glob.match(path);
}
