/** `manifold watch`: keeps the index fresh as files change, so that no question has to. */
import { EXIT } from "../../base/errors.ts";
import { visible } from "../../base/visible.ts";
import { command } from "../command.ts";
import { print } from "../print.ts";
import { rootFlags } from "../question.ts";
import { renderJson } from "../render/json.ts";
import { standingRoot } from "../session.ts";
import { type WatchEvent, watchTree } from "../watch.ts";

const { "no-refresh": _, ...tree } = rootFlags;

export default command({
  name: "watch",
  about:
    "Keep the index fresh as files change, until Ctrl-C: questions then have nothing to read. Never needed: each question brings the index up to date",
  flags: {
    json: { type: "boolean", description: "One JSON object a line: watching, updated, failed, ended" },
    ...tree,
  },
  async run(flags) {
    const root = standingRoot(flags);
    const tell = flags.on("json")
      ? (event: WatchEvent) => print(renderJson({ version: 1, root, ...event }, true))
      : (event: WatchEvent) => print(`${visible(sentence(root, event))}\n`);
    await watchTree(root, tell);
    return EXIT.ok;
  },
});

function sentence(root: string, event: WatchEvent): string {
  switch (event.event) {
    case "watching":
      return `${root}: watching ${event.folders} folders, ${event.indexed} files are indexed; Ctrl-C ends it`;
    case "updated":
      return `${event.parsed} ${event.parsed === 1 ? "file" : "files"} read, ${event.indexed} are indexed (${(event.ms / 1000).toFixed(2)} s)`;
    case "failed":
      return `! ${event.message} ${event.fix}`;
    case "ended":
      return "ended";
  }
}
