/**
 * Is the version that a tree has one that another asks for? By the rules of whoever gives out the versions; what those cannot read is unknown, never right.
 */
import { satisfies as satisfiesPep440, valid as validPep440 } from "@renovatebot/pep440";
import { coerce, gte, major, satisfies, valid } from "semver";
import type { Ecosystem } from "./package.ts";

/** Longer texts are no ranges. */
const LONGEST = 200;

/** @returns null where it cannot be told: no version, no range, a branch, a path, a range of another scheme */
export function agrees(ecosystem: Ecosystem, wanted: string | null, has: string | null): boolean | null {
  if (wanted === null || has === null || wanted.length > LONGEST || has.length > LONGEST) return null;
  const range = wanted.trim();
  if (ecosystem === "pypi")
    return validPep440(has) === null || range === "" ? null : orNull(() => satisfiesPep440(has, range, { prereleases: true }));
  const version = valid(has) ?? (/^v?\d+(?:\.\d+){0,3}$/.test(has) ? coerce(has)?.version : undefined);
  if (version === undefined || version === null) return null;
  const plain = RANGES[ecosystem]?.(range) ?? null;
  if (plain === null) return null;
  if (typeof plain === "function") return plain(version);
  return orNull(() => satisfies(version, plain, { includePrerelease: true }));
}

function orNull(ask: () => boolean): boolean | null {
  try {
    return ask();
  } catch {
    return null;
  }
}

type Range = string | ((version: string) => boolean) | null;

/** One bound of a range. */
const BOUND = /^(?:\^|~|[<>]=?|=)?v?(?:\d+(?:\.(?:\d+|[xX*]))*(?:[-+][\w.+-]+)?|[*xX])$/;

/** A range in the words of semver; null where something else stands in it. */
function known(range: string): string | null {
  const bounds = range.replace(/(?<=[\^~<>=])\s+/g, "").split(/\s+(?:-\s+)?|\|\|/);
  return bounds.every((bound) => bound === "" || BOUND.test(bound)) ? range : null;
}

/** What each scheme writes, as a range of semver. */
const RANGES: Readonly<Partial<Record<Ecosystem, (range: string) => Range>>> = {
  // `workspace:^`: whatever the tree has
  npm: (range) => known(range.replace(/^workspace:/, "").replace(/^[\^~]$/, "*")),
  // a bare version is the least of its kind: Cargo's `1.2` is `^1.2`
  cargo: (range) =>
    known(
      range
        .split(",")
        .map((part) => part.trim().replace(/^(?=\d)/, "^"))
        .join(" "),
    ),
  // the least version that will do, of the same major one: another is another module
  go: (range) => {
    const least = valid(range.replace(/\+incompatible$/, ""));
    return least === null ? null : (version) => gte(version, least) && major(version) === major(least);
  },
  composer: (range) => {
    const parts = range.split(/\s*\|\|?\s*/).map((one) =>
      known(
        one
          .replace(/@\w+$/, "")
          .replace(/,/g, " ")
          .replace(/~\s*(\S+)/g, (_, from: string) => pessimistic(from)),
      ),
    );
    return parts.some((part) => part === null) ? null : parts.join(" || ");
  },
  gem: pessimists,
  mix: (range) => {
    const parts = range.split(/\s+or\s+/).map((one) => pessimists(one.replace(/\s+and\s+/g, ", ").replace(/==/g, "=")));
    return parts.some((part) => part === null) ? null : parts.join(" || ");
  },
  // a bare version: that or a later one
  nuget: (range) => intervals(range) ?? known(range.replace(/^(?=\d[^*]*$)/, ">=")),
  // a bare version: that one, where nobody else asks for another
  maven: (range) => intervals(range) ?? (/^\d[\d.]*$/.test(range) ? (version) => version === coerce(range)?.version : null),
  swiftpm: (range) => {
    const between = /^"?([\d.]+)"?\s*(\.\.[.<])\s*"?([\d.]+)"?$/.exec(range);
    return between ? `>=${between[1]} ${between[2] === "..<" ? "<" : "<="}${between[3]}` : known(range);
  },
};

/** `~> 1.2.3` and its kin, joined by commas. */
function pessimists(range: string): string | null {
  return known(range.replace(/,/g, " ").replace(/~>\s*(\S+)/g, (_, from: string) => pessimistic(from)));
}

/** From a version on, while all but its last number stay. */
function pessimistic(from: string): string {
  const numbers = from
    .replace(/[-+].*$/, "")
    .split(".")
    .map(Number);
  const next = numbers.slice(0, Math.max(1, numbers.length - 1));
  next[next.length - 1]! += 1;
  return `>=${padded(from)} <${padded(next.join("."))}`;
}

/** `[1.0,2.0)`, `(,1.0]`, `[1.0]`, several joined by commas. */
function intervals(range: string): string | null {
  if (!/^[[(]/.test(range)) return null;
  const parts: string[] = [];
  let rest = range;
  while (rest !== "") {
    const match = /^([[(])\s*([\d.]*)\s*(?:(,)\s*([\d.]*)\s*)?([\])])\s*,?\s*/.exec(rest);
    if (!match) return null;
    const [whole, open, low, comma, high, close] = match as unknown as [
      string,
      string,
      string,
      string | undefined,
      string | undefined,
      string,
    ];
    rest = rest.slice(whole.length);
    if (comma === undefined) parts.push(`=${padded(low)}`);
    else {
      const bounds = [low && `${open === "[" ? ">=" : ">"}${padded(low)}`, high && `${close === "]" ? "<=" : "<"}${padded(high)}`];
      parts.push(bounds.filter(Boolean).join(" ") || "*");
    }
  }
  return parts.join(" || ");
}

/** A version with three numbers. */
const padded = (version: string): string => coerce(version)?.version ?? version;
