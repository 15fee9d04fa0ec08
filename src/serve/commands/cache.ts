/** `manifold cache`: what is kept of files by their content, for other work trees, clones and branches (store/cache.ts). */
import { EXIT, Refusal } from "../../base/errors.ts";
import { caching } from "../../base/limits.ts";
import { type CachePlace, cachePlace, cacheStatus, pruneCache, verifyCache } from "../../store/cache.ts";
import { command } from "../command.ts";
import { oneOf } from "../flags.ts";
import { print } from "../print.ts";
import { outputFlags } from "../question.ts";
import { renderJson } from "../render/json.ts";
import { visible } from "../render/visible.ts";

const ACTIONS = ["status", "path", "prune", "clear", "verify"] as const;

export default command({
  name: "cache",
  about:
    "What is kept of files by their content, so that another work tree, clone or branch that has the same content under the same path parses nothing again: " +
    `${ACTIONS.join(", ")}. The least recently used goes first; only entries with your own mark are used`,
  flags: {
    action: { type: "positional", valueHint: ACTIONS.join("|"), description: `${ACTIONS.join(", ")} (default: status)` },
    megabytes: { type: "string", valueHint: "N", description: "prune: keep no more than N megabytes (default: the limit that holds)" },
    mend: { type: "boolean", description: "verify: drop packs in which something is not believed" },
    ...outputFlags,
  },
  async run(flags) {
    const action = oneOf("manifold cache", flags.word("action") ?? "status", ACTIONS);
    const machine = flags.on("json") || flags.on("jsonl");
    const place = cachePlace();
    if (typeof place === "string") {
      if (action !== "status")
        throw new Refusal("cache-unusable", place, "manifold config shows the settings of the cache, and who says so.");
      print(machine ? renderJson({ version: 1, folder: null, reason: place }, flags.on("jsonl")) : `${visible(place)}\n`);
      return EXIT.ok;
    }
    if (action === "path") {
      print(machine ? renderJson({ version: 1, folder: place.folder }, flags.on("jsonl")) : `${visible(place.folder)}\n`);
      return EXIT.ok;
    }
    if (action === "verify") {
      if (flags.on("mend")) mayWrite(place);
      const { entries, bad, packs } = verifyCache(place, flags.on("mend"));
      const did = flags.on("mend") && packs.length > 0;
      if (machine) print(renderJson({ version: 1, folder: place.folder, entries, bad, packs, dropped: did }, flags.on("jsonl")));
      else if (bad === 0) print(`${entries} entries, each as it was put there.\n`);
      else
        print(
          `${entries} entries; ${bad} are not as your Manifold put them there, and are not used:\n${packs.map((path) => `  ${visible(path)}\n`).join("")}` +
            (did ? "These packs were dropped.\n" : "manifold cache verify --mend drops these packs.\n"),
        );
      return bad === 0 || did ? EXIT.ok : EXIT.cannot;
    }
    if (action !== "status") mayWrite(place);
    const most = action === "clear" ? 0 : action === "prune" ? wanted(flags.text("megabytes"), place) : null;
    const dropped = most === null ? null : pruneCache(place, most);
    const { packs, entries, bytes, oldest } = cacheStatus(place);
    const status = { folder: place.folder, packs, entries, bytes, limit: place.most, writable: place.writable };
    if (machine) {
      print(
        renderJson({ version: 1, ...status, oldest: oldest === null ? null : new Date(oldest).toISOString(), dropped }, flags.on("jsonl")),
      );
      return EXIT.ok;
    }
    if (dropped !== null) print(`dropped  ${megabytes(dropped)}\n`);
    print(`folder   ${visible(place.folder)}${place.writable ? "" : "  (read only)"}\n`);
    print(`holds    ${entries} files in ${packs} packs, ${megabytes(bytes)} of ${megabytes(place.most)}\n`);
    return EXIT.ok;
  },
});

function mayWrite({ folder, writable }: CachePlace): void {
  if (!writable) throw new Refusal("cache-unusable", `The folder ${folder} cannot be written.`, "It is its owner's to look after.");
}

function wanted(text: string | undefined, { most }: CachePlace): number {
  if (text === undefined) return most;
  const number = Number(text);
  if (Number.isInteger(number) && number >= 0 && number <= caching.maxMegabytes) return number * 1_000_000;
  throw new Refusal(
    "bad-value",
    `--megabytes takes a whole number up to ${caching.maxMegabytes}, not "${text}".`,
    "For instance: --megabytes 500",
  );
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
