/** `manifold fleet`: the trees that `--fleet` asks together, anywhere on this machine, and the index that they share in a database. */
import { EXIT, Refusal } from "../../base/errors.ts";
import type { FleetTree } from "../../base/schema.ts";
import { brief } from "../../base/visible.ts";
import { command } from "../command.ts";
import { embeddingOf, modelFlag } from "../embedding.ts";
import { type Flags, oneOf } from "../flags.ts";
import { indexFlag, outputFlags } from "../question.ts";
import { styleOf, visible } from "../render/visible.ts";
import { printReport } from "../report.ts";
import { isShared, SHARED_ACTIONS, type SharedAction, sharedFlags } from "../shared_flags.ts";
import { asRow, exitOf, indexedLines } from "./index.ts";

const ACTIONS = ["add", "remove", "list", "status", "index", ...SHARED_ACTIONS] as const;

export default command({
  name: "fleet",
  about: `Trees anywhere on this machine that --fleet asks together, and their index in PostgreSQL: ${ACTIONS.join(", ")}`,
  flags: {
    action: { type: "positional", valueHint: ACTIONS.join("|"), description: "What to do (default: list)" },
    trees: {
      type: "positional",
      words: 1_000,
      description: `add: folders; ${SHARED_ACTIONS.join(", ")}: postgres://…, then names or folders; the others: names (remove: or folders), all where none is given`,
    },
    name: {
      type: "string",
      valueHint: "NAME",
      description: "add, publish, verify: the name of the one tree (default: that of its folder)",
    },
    full: { type: "boolean", description: "index: build from nothing even if there is an index" },
    ...sharedFlags,
    ...modelFlag,
    ...indexFlag,
    ...outputFlags,
  },
  async run(flags) {
    const action = oneOf("fleet", flags.word("action") ?? "list", ACTIONS);
    const named = flags.list("trees");
    if (isShared(action, named)) return (await import("../fleet/shared.ts")).runShared(action as SharedAction | "status", named, flags);
    switch (action) {
      case "add":
        return added(flags, named);
      case "remove":
        return removed(flags, named);
      case "index":
        return indexed(flags, named);
      default:
        return told(flags, named, action === "status");
    }
  },
});

const PLAIN = { state: null, behind: null, files: null, message: null };

async function added(flags: Flags, folders: readonly string[]): Promise<number> {
  const [{ add }, { rootFor }, { namedRoot }] = await Promise.all([
    import("../../fleet/registry.ts"),
    import("../../store/root.ts"),
    import("../../store/root.ts"),
  ]);
  const name = flags.text("name") ?? null;
  if (name !== null && folders.length > 1)
    throw new Refusal("bad-value", "--name is the name of one tree.", "Add the trees one by one, or without --name.");
  const cwd = process.cwd();
  // All of them are looked at before one is written down.
  const roots = folders.length === 0 ? [rootFor(cwd)] : folders.map((folder) => namedRoot(folder, cwd));
  const done = roots.map((root) => add(root, name));
  const paint = styleOf(flags);
  return output(
    flags,
    done.map(({ tree }) => ({ ...tree, ...PLAIN })),
    done.map(({ tree, there }) => `${paint.name(visible(tree.name))}  ${visible(tree.root)}${there ? "  (was there)" : ""}`),
  );
}

async function removed(flags: Flags, named: readonly string[]): Promise<number> {
  if (named.length === 0)
    throw new Refusal(
      "bad-value",
      "manifold fleet remove needs a name.",
      "Write for example: manifold fleet remove api; manifold fleet list has the names.",
    );
  const [{ registered, remove }, { resolve }] = await Promise.all([import("../../fleet/registry.ts"), import("node:path")]);
  const trees = registered();
  const keys = named.map((one) => (trees.some(({ name }) => name === one) ? one : resolve(one)));
  const missing = keys.findIndex((key) => !trees.some(({ name, root }) => name === key || root === key));
  if (missing >= 0)
    throw new Refusal("bad-value", `Your fleet has no tree "${brief(named[missing]!)}".`, "manifold fleet list has the names.");
  const gone = keys.flatMap((key) => remove(key) ?? []);
  return output(
    flags,
    gone.map((tree) => ({ ...tree, ...PLAIN })),
    gone.map(({ name, root }) => `removed ${visible(name)}  ${visible(root)}  (nothing of it is touched)`),
  );
}

/** The trees, and how their indexes are. @param looked look at each of them */
async function told(flags: Flags, named: readonly string[], looked: boolean): Promise<number> {
  const [{ registered }, { statusOf }] = await Promise.all([import("../../fleet/registry.ts"), import("../../fleet/indexing.ts")]);
  const all = registered();
  const strange = named.find((one) => !all.some(({ name }) => name === one));
  if (strange !== undefined)
    throw new Refusal("bad-value", `Your fleet has no tree "${brief(strange)}".`, "manifold fleet list has the names.");
  const trees = named.length === 0 ? all : all.filter(({ name }) => named.includes(name));
  const rows: FleetTree[] = looked ? await statusOf(trees) : trees.map((tree) => ({ ...tree, ...PLAIN }));
  const paint = styleOf(flags);
  const width = Math.max(0, ...rows.map(({ name }) => name.length));
  const lines = rows.map(({ name, root, state, behind, files, message }) => {
    const how =
      state === null
        ? ""
        : state === "fresh"
          ? `  ${files} files`
          : state === "behind"
            ? `  ${files} files, ${paint.warn(`${behind} changed since`)}`
            : `  ${paint.warn(visible(message ?? state))}`;
    return `${paint.name(visible(name.padEnd(width)))}  ${visible(root)}${how}`;
  });
  if (rows.length === 0) lines.push("No tree is registered in your fleet: manifold fleet add DIR…");
  const code = output(flags, rows, lines);
  return looked && rows.some(({ state }) => state !== "fresh" && state !== "behind" && state !== "none") ? EXIT.cannot : code;
}

async function indexed(flags: Flags, named: readonly string[]): Promise<number> {
  const [{ fleetMembers }, { indexMembers }, { keepHistory }] = await Promise.all([
    import("../../fleet/registry.ts"),
    import("../../fleet/indexing.ts"),
    import("../../indexing/history.ts"),
  ]);
  const done = await indexMembers(fleetMembers(named), { full: flags.on("full"), ...(await embeddingOf(flags)) }, keepHistory);
  printReport(flags, { repositories: done.map(asRow) }, (paint) => indexedLines(done, paint));
  return exitOf(done);
}

async function output(flags: Flags, trees: readonly FleetTree[], lines: readonly string[]): Promise<number> {
  const { fleetFile } = await import("../../fleet/registry.ts");
  printReport(flags, { file: fleetFile(), trees }, () => lines);
  return EXIT.ok;
}
