/** What the tools answered, recorded as `q` does (serve/feedback/record.ts): after the answer is out, many at a time. */
import { mcp } from "../../base/limits.ts";
import { remember, rememberShown } from "../feedback/record.ts";
import type { Reply } from "./reply.ts";

interface Asked {
  root: string;
  tool: string;
  reply: Reply;
}

/** Records of one server. */
export class Recorder {
  #waiting: Asked[] = [];
  #timer: Timer | null = null;

  /** @param enabled false where the server was told not to record */
  constructor(private readonly enabled: boolean) {}

  /** Records the answer that a reply was made of, or the places that it shows, once the client has it. */
  add(root: string, tool: string, reply: Reply): void {
    if (!this.enabled || (reply.answer === undefined && reply.shown === undefined)) return;
    this.#waiting.push({ root, tool, reply: { text: "", structured: {}, answer: reply.answer, shown: reply.shown } });
    this.#timer ??= setTimeout(() => this.flush(), mcp.recordMs);
  }

  /** Writes down what waits. In order: a place that is read now was named by an answer before. */
  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const waiting = this.#waiting.splice(0);
    for (let at = 0; at < waiting.length; ) {
      const { root, tool, reply } = waiting[at]!;
      for (const place of reply.shown ?? []) rememberShown(root, place);
      let end = at + 1;
      if (reply.answer === undefined) at = end;
      else {
        while (end < waiting.length && waiting[end]!.root === root && waiting[end]!.tool === tool && waiting[end]!.reply.answer) end++;
        remember(
          root,
          `mcp:${tool}`,
          waiting.slice(at, end).flatMap((one) => one.reply.answer ?? []),
        );
        at = end;
      }
    }
  }
}
