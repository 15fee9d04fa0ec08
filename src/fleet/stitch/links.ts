/**
 * Which package of which member does an import of another mean?
 *
 * By identity alone: what a manifest asks for and another offers, or what an import names and a package is known by. Where two members offer the same
 * identity neither is meant: both are told.
 */
import { builtinModules } from "node:module";
import type { Warning } from "../../base/errors.ts";
import { visible } from "../../base/visible.ts";
import { isDouble } from "../../lang/engine/resolve/paths.ts";
import { dotted } from "../../lang/engine/resolve/world.ts";
import { BY_SPACE, type Dependency, type Ecosystem, identity, identityKey, type Package } from "./package.ts";
import type { Outside, Packages } from "./packages.ts";
import { agrees } from "./versions.ts";

/** A package of a member. */
export interface Offer {
  member: number;
  package: Package;
}

/** One member's packages as another uses them. */
export interface Link {
  from: number;
  to: number;
  package: Package;
  /** Symbols of the first that stand for it, none where only a manifest names it. */
  outside: number[];
  wanted: string | null;
  /** Is the version there one that is asked for? null: cannot be told. */
  agrees: boolean | null;
  /** Where it is asked for; null where only imports name it. */
  asked: { path: string; line: number } | null;
}

/** What imports of code say, compared with what a package is known by. */
const NODE: ReadonlySet<string> = new Set(builtinModules);

export class Links {
  /** All offers by identity. */
  readonly #offers = new Map<string, Offer[]>();
  /** Modules that packages are imported by. */
  readonly #modules = new Map<string, Offer[]>();
  /** Their name spaces, by ecosystem. */
  readonly #spaces = new Map<Ecosystem, Map<string, Offer[]>>();
  readonly #links = new Map<number, Link[]>();

  constructor(
    private readonly members: readonly { name: string; root: string }[],
    private readonly packages: readonly Packages[],
  ) {
    for (const [member, { packages: offered }] of packages.entries())
      for (const one of offered) {
        const offer = { member, package: one };
        const same = at(this.#offers, identityKey(one));
        // the same package twice in one tree (a copy, a template) is that tree's own affair
        if (same.some((known) => known.member === member)) continue;
        same.push(offer);
        for (const { name } of one.modules) {
          at(this.#modules, `${one.ecosystem}:${one.ecosystem === "pypi" ? name.split(".")[0] : name}`).push(offer);
          let spaces = this.#spaces.get(one.ecosystem);
          if (!spaces) {
            spaces = new Map();
            this.#spaces.set(one.ecosystem, spaces);
          }
          at(spaces, name).push(offer);
        }
      }
  }

  /** Members that offer the same package, by identity. */
  rivals(one: { ecosystem: Ecosystem; name: string }): readonly Offer[] {
    const all = this.#offers.get(identityKey(one)) ?? [];
    return all.length > 1 ? all : [];
  }

  /** Says that nobody knows which of several packages of one name is meant. */
  rivalry(one: { ecosystem: Ecosystem; name: string }): Warning {
    const names = this.rivals(one).map(
      ({ member, package: { manifest } }) => `${visible(this.members[member]!.name)} (${visible(manifest)})`,
    );
    return {
      code: "package-claimed",
      message: `${names.join(" and ")} both offer the ${one.ecosystem} package ${visible(one.name)}: which of them is meant is not guessed, and no use of it is followed.`,
    };
  }

  /** What a member uses of others. */
  of(from: number): readonly Link[] {
    let links = this.#links.get(from);
    if (!links) {
      links = this.#made(from);
      this.#links.set(from, links);
    }
    return links;
  }

  /** A member and all those that its packages lead to, through at most so many others. */
  closure(from: number, chain: number): Map<number, number> {
    const depth = new Map([[from, 0]]);
    for (const [member, hops] of depth)
      if (hops < chain)
        for (const { to, package: one } of this.of(member)) if (!depth.has(to) && this.rivals(one).length === 0) depth.set(to, hops + 1);
    return depth;
  }

  #made(from: number): Link[] {
    const own = this.packages[from]!;
    const links = new Map<string, Link>();
    const add = (offer: Offer, asked: Dependency | null, outside: number | null): void => {
      if (offer.member === from) return;
      const key = `${offer.member} ${identityKey(offer.package)}`;
      let link = links.get(key);
      if (!link) {
        link = { from, to: offer.member, package: offer.package, outside: [], wanted: null, agrees: null, asked: null };
        links.set(key, link);
      }
      if (outside !== null && !link.outside.includes(outside)) link.outside.push(outside);
      // of several manifests that ask for it the one that is not met, else the first
      const right = asked && agrees(asked.ecosystem, asked.wanted, offer.package.version);
      if (asked && (link.asked === null || (right === false && link.agrees !== false) || (link.wanted === null && asked.wanted !== null))) {
        link.asked = { path: asked.manifest, line: asked.line };
        link.wanted = asked.wanted;
        link.agrees = right;
      }
    };
    const mine = new Set(own.packages.map(identityKey));
    // what an example or a test asks for counts where nothing else says
    const asking = own.dependencies.filter(({ manifest }) => !isDouble(manifest));
    const said = new Set(asking.map(identityKey));
    asking.push(...own.dependencies.filter((one) => isDouble(one.manifest) && !said.has(identityKey(one))));
    for (const one of asking)
      if (!mine.has(identityKey(one))) for (const offer of this.#offers.get(identityKey(one)) ?? []) add(offer, one, null);
    for (const outside of own.outside)
      for (const offer of this.#named(outside, own)) if (!mine.has(identityKey(offer.package))) add(offer, null, outside.symbol);
    for (const [to, { root, name }] of this.members.entries()) {
      const { root: around } = this.members[from]!;
      const path = to !== from && root.startsWith(`${around}/`) ? identity("submodule", root.slice(around.length + 1)) : null;
      if (path === null) continue;
      const one: Package = {
        ecosystem: "submodule",
        name: path,
        version: null,
        manifest: ".gitmodules",
        folder: "",
        modules: [{ name, path: "" }],
        exports: null,
      };
      add({ member: to, package: one }, null, null);
    }
    return [...links.values()];
  }

  /** The packages that an import's name stands for. */
  #named({ name, ecosystem }: Outside, own: Packages): readonly Offer[] {
    if (BY_SPACE.has(ecosystem)) return this.#inSpaces(ecosystem, dotted(name));
    const other = own.dependencies.find((one) => one.ecosystem === ecosystem && one.alias === name)?.name;
    const named = (one: string): readonly Offer[] => this.#offers.get(`${ecosystem}:${one}`) ?? [];
    if (other !== undefined) return named(other);
    if (ecosystem === "npm") return NODE.has(name) ? [] : named(name);
    if (!name.includes("/")) return this.#modules.get(`${ecosystem}:${name}`) ?? [];
    // the longest path of a module that it lies below
    for (let end = name.length; end > 0; end = name.lastIndexOf("/", end - 1)) {
      const found = named(name.slice(0, end));
      if (found.length > 0) return found;
    }
    return [];
  }

  /** The packages that declare a name space, the nearest around it, or one in it. */
  #inSpaces(ecosystem: Ecosystem, name: string): readonly Offer[] {
    const spaces = this.#spaces.get(ecosystem);
    if (!spaces) return [];
    for (let space = name; space !== ""; space = space.slice(0, Math.max(0, space.lastIndexOf(".")))) {
      const found = spaces.get(space);
      if (found) return found;
    }
    return [...spaces].flatMap(([space, offers]) => (space.startsWith(`${name}.`) ? offers : []));
  }
}

function at<K, V>(map: Map<K, V[]>, key: K): V[] {
  let list = map.get(key);
  if (!list) {
    list = [];
    map.set(key, list);
  }
  return list;
}
