/** Several trees as a tool asks them. */
import type { AskOptions } from "../../asking.ts";
import { PLAIN, type Session } from "../../asking.ts";
import { askMembers } from "../../fleet/ask.ts";
import { passagesAcross } from "../../fleet/passages.ts";
import { homeOf } from "../../fleet/places.ts";
import { showAcross } from "../../fleet/show.ts";
import type { Asked } from "../mcp/asked.ts";
import { impactOfSeveral } from "./impact.ts";
import type { Several } from "./open.ts";

/** @param session the tree where the server stands */
export function ofMany({ members, ground }: Several, session: Session): Asked {
  return {
    session,
    root: ground.root,
    ask: (question, options: AskOptions) => askMembers(members, ground, question, options),
    impact: (source, options) => impactOfSeveral({ members, ground }, session.root, source, options, PLAIN),
    show: (citation, context) => showAcross(members, ground, citation, { context }),
    passages: (question, results) => passagesAcross(members, question, results),
    chunkAt(path, line) {
      const home = homeOf(members, ground.from, path);
      return home?.of.session.store.chunkAt(home.path, line)?.id ?? "";
    },
  };
}
