/**
 * The shell side of the hooks, POSIX sh only.
 *
 * Two pieces. The check itself, with the program's place in it, lies in the git directory (`manifold/<hook>`): it is this machine's own. What
 * git runs (or husky, lefthook, a folder of hooks that a team shares) only calls it if it is there, so that what is tracked works for
 * everybody, whether they have Manifold or not.
 */

export const HOOKS = ["pre-commit", "pre-push"] as const;
export type HookName = (typeof HOOKS)[number];

/** First line of what `manifold hook run` prints: anything else did not come from a working Manifold. */
export const VERDICT = "manifold-verdict";

export const OPEN = "# >>> manifold hook >>>";
export const CLOSE = "# <<< manifold hook <<<";
/** Marks a hook file that is wholly ours. */
export const OWN = "# Written by: manifold hook install. Taken away by: manifold hook uninstall.";

const WHAT: Record<HookName, string> = { "pre-commit": "commit", "pre-push": "push" };

/** A word in single quotes for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * The check: runs Manifold and passes its verdict on. Only a verdict ever blocks; whatever else goes wrong is told in one line.
 * @param program absolute path of the program (and what it must be started with)
 * @param options flags for `manifold hook run`
 */
export function checkScript(hook: HookName, program: readonly string[], options: readonly string[]): string {
  const what = WHAT[hook];
  const input = hook === "pre-push" ? "" : " </dev/null";
  return `#!/bin/sh
${OWN}
case "\${MANIFOLD_SKIP:-0}" in 0|'') ;; *) exit 0 ;; esac
program=${quoted(program[0]!)}
if [ ! -f "$program" ] || [ ! -x "$program" ]; then
  program=$(command -v manifold 2>/dev/null) || program=
fi
if [ -z "$program" ]; then
  echo ${quoted(`manifold: this ${what} was not checked: there is no ${program[0]} any more, and no manifold on the PATH ("manifold hook uninstall", or deleting this line's hook, ends this)`)} >&2
  exit 0
fi
# The outer 2>/dev/null is for the shell's own words on a program that dies.
{ report=$("$program" ${[...program.slice(1), "hook", "run", hook, ...options].map(quoted).join(" ")} -- "$@" 2>&1${input}); } 2>/dev/null
status=$?
newline='
'
verdict=\${report%%"$newline"*}
case "$verdict" in
  "${VERDICT} pass") exit 0 ;;
  "${VERDICT} "*) printf '%s\\n' "\${report#*"$newline"}" >&2 ;;
  *)
    echo "manifold: this ${what} was not checked: $program does not work (exit $status\${verdict:+, $verdict})" >&2
    exit 0
    ;;
esac
case "$status" in 4|5) exit 1 ;; esac
exit 0
`;
}

/** What calls the check, from any hook of a POSIX shell; leaves standard input as it was. */
export function callingBlock(hook: HookName): string {
  const call = `sh "$manifold_check" "$@"`;
  const lines =
    hook === "pre-push"
      ? [
          "  manifold_input=$(cat)",
          `  printf '%s\\n' "$manifold_input" | ${call} || exit 1`,
          "  exec 0<<manifold_end",
          "$manifold_input",
          "manifold_end",
        ]
      : [`  ${call} || exit 1`];
  return [
    OPEN,
    `manifold_check=$(git rev-parse --git-common-dir)/manifold/${hook}`,
    'if [ -f "$manifold_check" ]; then',
    ...lines,
    "fi",
    CLOSE,
    "",
  ].join("\n");
}

/** Name under which a hook that was there before goes on living. */
export const keptName = (hook: HookName): string => `${hook}.before-manifold`;

/**
 * A hook file of our own: runs what was there before, then the check.
 *
 * The guard: tools that move a foreign hook aside and call it (pre-commit's \`.legacy\`) may end up calling each other for ever.
 */
export function ownHook(hook: HookName): string {
  const kept = `"$(dirname "$0")/${keptName(hook)}"`;
  const before =
    hook === "pre-push"
      ? `  input=$(cat)
  printf '%s\\n' "$input" | ${kept} "$@" || exit $?
  exec 0<<input_end
$input
input_end`
      : `  ${kept} "$@" || exit $?`;
  return `#!/bin/sh
${OWN}
[ "\${MANIFOLD_HOOK:-}" != "$0" ] || exit 0
MANIFOLD_HOOK=$0
export MANIFOLD_HOOK
if [ -x ${kept} ]; then
${before}
fi
unset MANIFOLD_HOOK
${callingBlock(hook)}`;
}

/** A hook in which the block can stand: a script of a POSIX shell, or nothing yet. */
export function isShell(text: string): boolean {
  if (text.includes("\0")) return false;
  const first = /^#!\s*(.*)$/m.exec(text.slice(0, text.indexOf("\n") < 0 ? undefined : text.indexOf("\n")))?.[1];
  // husky runs its scripts with sh whatever they say, and they need not say anything.
  return first === undefined ? true : /(?:^|\/|\s)(?:ba|da|k|z|a)?sh(?:\s|$)/.test(first);
}

/** A script with the block after its first line; one that has it already gets the present one. */
export function withBlock(text: string, hook: HookName): string {
  const plain = withoutBlock(text);
  const block = callingBlock(hook);
  if (!plain.startsWith("#!")) return `${block}${plain}`;
  const end = plain.indexOf("\n");
  return end < 0 ? `${plain}\n${block}` : `${plain.slice(0, end + 1)}${block}${plain.slice(end + 1)}`;
}

/** The script as it was before `withBlock`. */
export function withoutBlock(text: string): string {
  const from = text.indexOf(OPEN);
  const to = text.indexOf(CLOSE, from);
  if (from < 0 || to < 0) return text;
  const rest = text.slice(to + CLOSE.length);
  return text.slice(0, from) + (rest.startsWith("\n") ? rest.slice(1) : rest);
}
