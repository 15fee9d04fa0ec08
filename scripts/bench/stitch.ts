/**
 * `bun scripts/bench/stitch.ts FROM TO…`: all uses that one tree has of others, as the fleet stitches them: one line each (kind, place, what, how), and how
 * many files and milliseconds that took. With `--summary` only numbers. What a compiler says of the same is compared by hand or by the scripts named in
 * results/stitch.md.
 */
import { basename, resolve } from "node:path";
import { Stitching } from "../../src/fleet/stitch/stitch.ts";
import { refresh } from "../../src/indexing/refresh.ts";

const roots = process.argv.slice(2).filter((one) => !one.startsWith("--"));
const members = [];
for (const root of roots) {
  const { store } = await refresh(resolve(root), { quiet: true, terminal: false });
  members.push({ member: { name: basename(root), root: resolve(root) }, session: { root: resolve(root), store } });
}
const start = process.cpuUsage();
const stitching = new Stitching(members);
const own = basename(roots[0]!);
const all = [...stitching.stitches()].filter(({ from }) => from.member === own);
const { user, system } = process.cpuUsage(start);
if (process.argv.includes("--json"))
  for (const { from, to, kind, resolution } of all)
    console.log(
      JSON.stringify({
        kind,
        from: `${from.path}:${from.line}`,
        in: from.symbol.qualified,
        to: `${to.member}/${to.symbol.path}:${to.symbol.start}`,
        name: to.symbol.qualified,
        what: to.symbol.kind,
        resolution,
      }),
    );
else if (!process.argv.includes("--summary"))
  for (const { from, to, kind, resolution } of all)
    console.log(
      `${kind} ${from.path}:${from.line} -> ${to.member}/${to.symbol.path}:${to.symbol.start} ${to.symbol.qualified} [${resolution}]`,
    );
const counts = Map.groupBy(all, ({ kind, resolution, to }) => `${to.member} ${kind} ${resolution}`);
for (const [key, list] of [...counts].sort()) console.error(`${key}: ${list.length}`);
for (const link of stitching.links.of(0))
  console.error(
    `link to ${members[link.to]!.member.name} ${link.package.ecosystem}:${link.package.name} wanted ${link.wanted} has ${link.package.version} agrees ${link.agrees} outside ${link.outside.length}`,
  );
for (const { message } of stitching.warnings) console.error(`warning: ${message}`);
console.error(`${all.length} uses, ${((user + system) / 1000).toFixed(0)} ms CPU`);
stitching.close();
for (const { session } of members) session.store.close();
