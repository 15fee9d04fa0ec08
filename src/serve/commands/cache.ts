/** `manifold cache`: what is kept of files by their content, for other work trees, clones and branches (store/cache.ts). */
import { EXIT, Refusal } from "../../base/errors.ts";
import { caching } from "../../base/limits.ts";
import { type CachePlace, cachePlace, cacheStatus, pruneCache, verifyCache } from "../../store/cache.ts";
import { command } from "../command.ts";
import { oneOf } from "../flags.ts";
import { outputFlags } from "../question.ts";
import { visible } from "../render/visible.ts";
import { printReport } from "../report.ts";

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
    const place = cachePlace();
    if (typeof place === "string") {
      if (action !== "status")
        throw new Refusal("cache-unusable", place, "manifold config shows the settings of the cache, and who says so.");
      printReport(flags, { folder: null, reason: place }, () => [visible(place)]);
      return EXIT.ok;
    }
    if (action === "path") {
      printReport(flags, { folder: place.folder }, () => [visible(place.folder)]);
      return EXIT.ok;
    }
    if (action === "verify") {
      if (flags.on("mend")) mayWrite(place);
      const { entries, bad, packs } = verifyCache(place, flags.on("mend"));
      const did = flags.on("mend") && packs.length > 0;
      printReport(flags, { folder: place.folder, entries, bad, packs, dropped: did }, () =>
        bad === 0
          ? [`${entries} entries, each as it was put there.`]
          : [
              `${entries} entries; ${bad} are not as your Manifold put them there, and are not used:`,
              ...packs.map((path) => `  ${visible(path)}`),
              did ? "These packs were dropped." : "manifold cache verify --mend drops these packs.",
            ],
      );
      return bad === 0 || did ? EXIT.ok : EXIT.cannot;
    }
    if (action !== "status") mayWrite(place);
    const most = action === "clear" ? 0 : action === "prune" ? wanted(flags.text("megabytes"), place) : null;
    const dropped = most === null ? null : pruneCache(place, most);
    const { packs, entries, bytes, oldest } = cacheStatus(place);
    const status = { folder: place.folder, packs, entries, bytes, limit: place.most, writable: place.writable };
    const since = oldest === null ? null : new Date(oldest).toISOString();
    printReport(flags, { ...status, oldest: since, dropped }, () => [
      ...(dropped === null ? [] : [`dropped  ${megabytes(dropped)}`]),
      `folder   ${visible(place.folder)}${place.writable ? "" : "  (read only)"}`,
      `holds    ${entries} files in ${packs} packs, ${megabytes(bytes)} of ${megabytes(place.most)}`,
    ]);
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
