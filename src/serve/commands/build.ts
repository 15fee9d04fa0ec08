/** Hidden: a building child. A server that lives on starts this program again with it, so that neither its memory nor its time go to an index. */

import { EXIT } from "../../base/errors.ts";
import { toJson } from "../../base/visible.ts";
import { index } from "../../indexing.ts";
import { command } from "../command.ts";
import { refused, type Said } from "../mcp/live.ts";
import { print } from "../print.ts";

/** Milliseconds between two reports. */
const REPORT_MS = 100;

export default command({
  name: "__index",
  about: "",
  hidden: true,
  flags: { folder: { type: "positional", description: "" } },
  async run(flags) {
    const stop = new AbortController();
    // Whoever started us holds the other end: when that is gone, nobody wants the index.
    void Bun.stdin
      .text()
      .catch(() => "")
      .then(() => stop.abort());
    let last = 0;
    let before = "";
    const say = (said: Said): void => print(`${toJson(said)}\n`);
    const onProgress = (step: string, done: number, total: number): void => {
      const now = performance.now();
      if (step === before && now - last < REPORT_MS) return;
      last = now;
      before = step;
      say({ step, done, total });
    };
    try {
      const { warnings } = await index(flags.word("folder") ?? ".", { quiet: true, signal: stop.signal, ignored: false, onProgress });
      say({ warnings });
    } catch (error) {
      say(refused(error));
    }
    return EXIT.ok;
  },
});
