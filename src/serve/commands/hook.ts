/** `manifold hook`: the commit gate as a git hook. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { EXIT, Refusal } from "../../base/errors.ts";
import { ownCommand } from "../../indexing/pool.ts";
import { INDEX_FILE, indexFolder } from "../../store/folder.ts";
import { INDEX_DIR } from "../../store/place.ts";
import { command } from "../command.ts";
import { oneOf } from "../flags.ts";
import { install, statusOf, uninstall } from "../hook/install.ts";
import { judge } from "../hook/run.ts";
import { HOOKS, placeOf, VERDICT } from "../hook/script.ts";
import { INPUT, readInput } from "../input.ts";
import { print } from "../print.ts";
import { indexFlag } from "../question.ts";
import { visible } from "../render/visible.ts";
import { renderJson } from "../report.ts";
import { failOnOf } from "./impact.ts";

const ACTIONS = ["install", "uninstall", "status", "run"] as const;

export default command({
  name: "hook",
  about: "The commit gate as git hooks, beside whatever hooks there are",
  flags: {
    action: {
      type: "positional",
      valueHint: "install|uninstall|status",
      description: "install, uninstall or status (run is what the hooks call)",
    },
    hook: { type: "positional", valueHint: "pre-commit|pre-push", description: "pre-commit or pre-push; both unless named" },
    remote: { type: "positional", description: "Of a push: the remote's name, as git tells the hook" },
    url: { type: "positional", description: "Of a push: the remote's address" },
    "max-affected": { type: "string", valueHint: "N", description: "Block when more than N symbols outside tests are affected" },
    "fail-on": {
      type: "string",
      valueHint: "LIST",
      description: "Block on these, separated by commas: risky (the default), medium, unknown",
    },
    wait: { type: "string", valueHint: "SECONDS", description: "How long to wait for an index that is being built (default 10)" },
    shared: { type: "boolean", description: "uninstall: also from a folder of hooks that other repositories use" },
    ...indexFlag,
    json: { type: "boolean", description: "Print one JSON object" },
  },
  async run(flags) {
    const action = oneOf("manifold hook", flags.word("action") ?? "status", ACTIONS);
    const named = flags.word("hook");
    const hooks = named === undefined ? HOOKS : [oneOf("manifold hook", named, HOOKS)];
    const failOn = flags.has("fail-on") ? failOnOf(flags.text("fail-on") ?? "") : null;
    const maxAffected = flags.has("max-affected") ? flags.number("max-affected", 0, 0, 999_999_999) : null;
    const wait = flags.has("wait") ? flags.number("wait", 10, 0, 600) : null;
    if (action === "run") {
      if (named === undefined)
        throw new Refusal(
          "bad-value",
          "manifold hook run needs the hook's name.",
          "It is called by the hooks that manifold hook install makes.",
        );
      const input = named === "pre-push" ? (await readInput("-", INPUT.pushes)).toString("utf8") : "";
      const verdict = await judge(hooks[0]!, process.cwd(), input, flags.word("remote") ?? "", { failOn, maxAffected, wait });
      print([`${VERDICT} ${verdict.verdict}`, ...verdict.lines, ""].join("\n"));
      return verdict.exit;
    }
    const place = await placeOf(process.cwd());
    const options = [
      ...(failOn === null ? [] : [`--fail-on=${failOn.join(",")}`]),
      ...(maxAffected === null ? [] : [`--max-affected=${maxAffected}`]),
      ...(wait === null ? [] : [`--wait=${wait}`]),
      ...(flags.has("index-dir") ? [`--index-dir=${process.env[INDEX_DIR]}`] : []),
    ];
    const program = ownCommand("hook").slice(0, -1);
    const reports = hooks.map((hook) =>
      action === "install"
        ? install(place, hook, program, options)
        : action === "uninstall"
          ? uninstall(place, hook, flags.on("shared"))
          : statusOf(place, hook),
    );
    if (flags.on("json"))
      print(renderJson({ version: 1, top: place.top, hooks_path: place.hooks, kind: place.kind, hooks: reports }, false));
    else {
      const lines = reports.flatMap((report) => [
        `${report.hook}: ${report.installed ? `installed (${visible(report.file)}, ${report.how})` : "not installed"}`,
        ...report.notes.map((note) => `  ${visible(note)}`),
      ]);
      if (action === "install" && !existsSync(join(indexFolder(place.top), INDEX_FILE)))
        lines.push("There is no index yet: run manifold index once, so that the first commit does not wait for it.");
      if (action === "install")
        lines.push(
          "To pass a gate once: MANIFOLD_SKIP=1 git commit …, or git commit --no-verify. To take it away: manifold hook uninstall.",
        );
      print(`${lines.join("\n")}\n`);
    }
    return action === "status" && reports.some((report) => !report.installed) ? EXIT.nothing : EXIT.ok;
  },
});
