/** A parsing child that dies of files named `killer…` unless they are only chunked, takes memory without end at those named `eater…`, time at those named `sleeper…`, and dies of `poison…` whatever is done. */

import { Counter } from "../../src/indexing/bags.ts";
import { parseAll } from "../../src/indexing/child.ts";
import { type Batch, frame, frames, messageIn, resultOf } from "../../src/indexing/wire.ts";
import { loadGrammars } from "../../src/lang/languages.ts";

await loadGrammars();
const counter = new Counter();
const out = Bun.stdout.writer();
for await (const body of frames(Bun.stdin.stream())) {
  const { root, jobs } = messageIn<NonNullable<Batch>>(body);
  const results = await parseAll(root, jobs, counter, null, async (position) => {
    const { path, plain } = jobs[position]!;
    if ((path.startsWith("killer") && !plain) || path.startsWith("poison")) process.kill(process.pid, "SIGKILL");
    while (path.startsWith("sleeper") && !plain) Math.sqrt(position);
    const eaten: Uint8Array[] = [];
    while (path.startsWith("eater") && !plain) {
      eaten.push(Buffer.alloc(100_000_000, eaten.length + 1));
      await Bun.sleep(10);
    }
  });
  out.write(frame(resultOf(results, counter.encodePostings())));
  await out.flush();
}
