/** Putting the hooks in place and taking them away again, beside whatever hooks there are. */
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Refusal } from "../../base/errors.ts";
import type { InstalledHook } from "../../base/schema.ts";
import {
  CLOSE,
  callingBlock,
  checkFile,
  checkScript,
  type HookName,
  hookFile,
  isShell,
  keptName,
  movedAside,
  OPEN,
  ownHook,
  type Place,
  PRE_COMMIT,
  readHook,
  standingOf,
  withBlock,
  withoutBlock,
} from "./script.ts";

/** What was done, or how things are, with one hook. `troubles`: those of the notes that keep it from working. */
export type HookReport = InstalledHook & { troubles: string[] };

const LEFTHOOK_LOCAL = "lefthook-local.yml";

/**
 * Installs one hook; doing it twice changes nothing more.
 * @param program how to start this program: absolute path first
 * @param options flags of `manifold hook run`
 * @throws Refusal `output-unwritable`
 */
export function install(place: Place, hook: HookName, program: readonly string[], options: readonly string[]): HookReport {
  const file = hookFile(place, hook);
  write(checkFile(place, hook), checkScript(hook, program, options), 0o755);
  const standing = standingOf(file);
  if (standing === "lefthook" && lefthookInstall(place, hook)) return statusOf(place, hook);
  const aside = movedAside(file);
  if (aside !== null) {
    write(aside, ownHook(hook), 0o755);
    return statusOf(place, hook);
  }
  const text = readHook(file);
  const tracked = place.kind === "tree" || place.kind === "husky";
  if (standing === "missing" && tracked) write(file, `#!/bin/sh\n${callingBlock(hook)}`, 0o755);
  else if (standing === "missing" || standing === "own") write(file, ownHook(hook), 0o755);
  else if (standing === "block" || (tracked && text !== null && isShell(text))) edit(file, withBlock(text ?? "", hook));
  else {
    // Runs as it always did, links and all, under another name in the same folder.
    rename(file, join(dirname(file), keptName(hook)));
    write(file, ownHook(hook), 0o755);
  }
  return statusOf(place, hook);
}

/**
 * Takes one hook away: every file is again what it was before.
 * @param shared take the calling script out of a folder that other repositories use too
 */
export function uninstall(place: Place, hook: HookName, shared: boolean): HookReport {
  const file = hookFile(place, hook);
  rmSync(checkFile(place, hook), { force: true });
  removeIfEmpty(dirname(checkFile(place, hook)));
  const notes: string[] = [];
  lefthookUninstall(place, hook);
  const standing = standingOf(file);
  const aside = movedAside(file);
  if (aside !== null) {
    rmSync(aside);
    const kept = join(dirname(file), keptName(hook));
    // What pre-commit would have moved aside without us; its own script is in its place already.
    if ((readHook(kept) ?? PRE_COMMIT).includes(PRE_COMMIT)) rmSync(kept, { force: true });
    else rename(kept, aside);
  }
  if (place.kind === "shared" && !shared && (standing === "own" || standing === "block"))
    notes.push(`${file} stays, because other repositories may use it (it does nothing here any more); --shared takes it away.`);
  else if (standing === "own") {
    rmSync(file);
    const kept = join(dirname(file), keptName(hook));
    if (lstatSync(kept, { throwIfNoEntry: false })) rename(kept, file);
  } else if (standing === "block") {
    const rest = withoutBlock(readHook(file) ?? "");
    if (rest === "#!/bin/sh\n" || rest === "") rmSync(file);
    else edit(file, rest);
  }
  return { ...statusOf(place, hook), notes };
}

/** How things are with one hook. */
export function statusOf(place: Place, hook: HookName): HookReport {
  const file = hookFile(place, hook);
  const check = existsSync(checkFile(place, hook));
  const standing = standingOf(file);
  const troubles: string[] = [];
  const lefthook = standing === "lefthook" && inLefthook(place, hook);
  const aside = movedAside(file);
  const calls = standing === "own" || standing === "block" || lefthook || aside !== null;
  if (check && !calls) troubles.push(`${file} does not call the check (any more): run manifold hook install again.`);
  if (place.kind !== "husky" && calls && existsSync(file) && (statSync(file).mode & 0o111) === 0)
    troubles.push(`${file} is not executable, so git passes over it: chmod +x it.`);
  if (check) {
    const program = /^program='((?:[^']|'\\'')*)'$/m.exec(readFileSync(checkFile(place, hook), "utf8"))?.[1]?.replaceAll("'\\''", "'");
    if (program !== undefined && !existsSync(program))
      troubles.push(`${program} is not there: run manifold hook install with the program that is.`);
  }
  const notes = [...troubles];
  const chained = existsSync(join(dirname(file), keptName(hook)));
  if (standing === "own" && chained) notes.push(`the hook that was there before runs first (${keptName(hook)}).`);
  if (place.kind === "tree" && calls) notes.push(`${file} is in the work tree: whoever has no Manifold is not affected by it.`);
  if (aside !== null) notes.push(`pre-commit has moved it aside and runs it first (${basename(aside)}).`);
  if (lefthook) notes.push(`lefthook runs it, by ${LEFTHOOK_LOCAL}.`);
  return {
    hook,
    installed: check && calls,
    file,
    how: lefthook
      ? "lefthook"
      : aside !== null || (standing === "own" && chained)
        ? "chained"
        : standing === "own" || standing === "block"
          ? standing
          : "none",
    notes,
    troubles,
  };
}

/** Installs a hook as it was installed before, with the flags that its check has, for the program that this is. */
export function reinstall(place: Place, hook: HookName, program: readonly string[]): HookReport {
  const script = existsSync(checkFile(place, hook)) ? readFileSync(checkFile(place, hook), "utf8") : "";
  const called = /"\$program" (.*) -- "\$@"/.exec(script)?.[1] ?? "";
  const words = [...called.matchAll(/'((?:[^']|'\\'')*)'/g)].map(([, word]) => word!.replaceAll("'\\''", "'"));
  const at = words.indexOf(hook);
  return install(place, hook, program, at < 0 ? [] : words.slice(at + 1));
}

// ---------------------------------------------------------------------------------------------- lefthook

/**
 * lefthook writes its hooks anew whenever its configuration changes, and moves what it finds aside: a chain would be lost without a word. Its
 * own place for personal commands is `lefthook-local.yml`. Where that file exists already it is not rewritten: then the hook is chained after all.
 */
function lefthookInstall(place: Place, hook: HookName): boolean {
  const path = join(place.top, LEFTHOOK_LOCAL);
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  const rest = withoutLefthook(text, hook);
  // Another definition of the same hook in this file would be a duplicate key.
  if (new RegExp(`^["']?${hook}["']?\\s*:`, "m").test(rest) || existsSync(join(place.top, "lefthook-local.yaml"))) return false;
  const block = `${OPEN} ${hook}
${hook}:
  commands:
    manifold:${hook === "pre-push" ? "\n      use_stdin: true" : ""}
      run: test ! -f "$(git rev-parse --git-common-dir)/manifold/${hook}" || sh "$(git rev-parse --git-common-dir)/manifold/${hook}" {0}
${CLOSE} ${hook}
`;
  write(path, rest === "" || rest.endsWith("\n") ? rest + block : `${rest}\n${block}`, 0o644);
  excludeLocally(place);
  return true;
}

function lefthookUninstall(place: Place, hook: HookName): void {
  const path = join(place.top, LEFTHOOK_LOCAL);
  if (!existsSync(path)) return;
  const text = readFileSync(path, "utf8");
  const rest = withoutLefthook(text, hook);
  if (rest === text) return;
  if (rest !== "") {
    write(path, rest, statSync(path).mode & 0o777);
    return;
  }
  rmSync(path);
  const exclude = join(place.common, "info", "exclude");
  if (existsSync(exclude)) edit(exclude, readFileSync(exclude, "latin1").replace(EXCLUDED, ""));
}

const inLefthook = (place: Place, hook: HookName): boolean =>
  existsSync(join(place.top, LEFTHOOK_LOCAL)) && readFileSync(join(place.top, LEFTHOOK_LOCAL), "utf8").includes(`${OPEN} ${hook}\n`);

function withoutLefthook(text: string, hook: HookName): string {
  const from = text.indexOf(`${OPEN} ${hook}\n`);
  const end = `${CLOSE} ${hook}\n`;
  const to = text.indexOf(end, from);
  return from < 0 || to < 0 ? text : text.slice(0, from) + text.slice(to + end.length);
}

const EXCLUDED = `${OPEN}\n/${LEFTHOOK_LOCAL}\n${CLOSE}\n`;

/** A file of ours must not turn up in `git status`. */
function excludeLocally(place: Place): void {
  const path = join(place.common, "info", "exclude");
  const text = existsSync(path) ? readFileSync(path, "latin1") : "";
  if (text.includes(EXCLUDED)) return;
  write(path, `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${EXCLUDED}`, 0o644, "latin1");
}

// ---------------------------------------------------------------------------------------------- files

/** A whole file at once: a hook that git runs meanwhile is the old one or the new one. */
function write(path: string, text: string, mode: number, encoding: "utf8" | "latin1" = "utf8"): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const next = `${path}.manifold-new`;
    writeFileSync(next, text, { mode, encoding });
    chmodSync(next, mode);
    renameSync(next, path);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** Changes the text of a file in place (through a link to where it leads), as bytes: its mode and owner stay. */
function edit(path: string, latin1: string): void {
  try {
    writeFileSync(path, latin1, "latin1");
  } catch (error) {
    throw unwritable(path, error);
  }
}

function rename(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    throw unwritable(to, error);
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Another hook's check is in it, or it is not there.
  }
}

function unwritable(path: string, cause: unknown): Refusal {
  return new Refusal("output-unwritable", `${path} cannot be written.`, "Check its owner and permissions.", { cause });
}
