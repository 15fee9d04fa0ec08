/** Names of members between square brackets (JavaScript). */

const QUOTED = /^\[(["'`])([a-zA-Z\x80-\u{10FFFF}_$][\w\x80-\u{10FFFF}$]*)\1\]$/u;
const CONSTANT = /^\[([a-zA-Z\x80-\u{10FFFF}_$][\w\x80-\u{10FFFF}$]*)\]$/u;

/**
 * The name that a key means: `["render"]`, or `[RENDER]` where the file says at its top what that is; else the key as written.
 * @param text of the file
 */
export function memberName(key: string, text: string): string {
  const quoted = QUOTED.exec(key)?.[2];
  if (quoted !== undefined) return quoted;
  const constant = CONSTANT.exec(key)?.[1];
  // Most are imported. Looking at every line for an expression takes a hundred times as long.
  if (constant === undefined || !text.includes(`const ${constant}`)) return key;
  const said = new RegExp(
    `^(?:export\\s+)?const ${constant.replaceAll("$", "\\$")}\\s*=\\s*(["'])([a-zA-Z\\x80-\\u{10FFFF}_$][\\w\\x80-\\u{10FFFF}$]*)\\1`,
    "mu",
  ).exec(text);
  return said?.[2] ?? key;
}
