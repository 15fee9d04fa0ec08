/** What an instruction file (AGENTS.md, CLAUDE.md, …) may say about the tools; never written unless asked for. */

const OPEN = "<!-- manifold: begin -->";
const CLOSE = "<!-- manifold: end -->";

/** The snippet, with its final newline. */
export const SNIPPET = `${OPEN}
## Code questions

The MCP server \`manifold\` answers questions about this code base from a local index that is always up to date.

- Find code with \`search\` before reading whole files; ask in words, names, or an exact text ("grep for …").
- Use \`graph\` for exact relations of a known symbol (callers, callees, references, subclasses, importers, path).
- Before changing a symbol ask \`impact\`; after a change ask it again with \`{"diff": "HEAD"}\`. Treat risk "unknown" as not safe.
- Read a citation in full with \`read_chunk\`; cite code as \`chunk_id path:start-end\`.
- "possible" and "unresolved" counts mean that a list may not be complete: check those with \`search\` ("grep for …").
${CLOSE}
`;

/** Where the snippet stands in a text, markers included, with the newline after it; null if it does not. */
function place(text: string): { from: number; to: number } | null {
  const from = text.indexOf(OPEN);
  const close = text.indexOf(CLOSE, from);
  if (from < 0 || close < 0) return null;
  const to = close + CLOSE.length;
  return { from, to: text[to] === "\n" ? to + 1 : to };
}

/** The text with the snippet in its present form, at the place where it stood or at the end. */
export function withSnippet(text: string): string {
  const there = place(text);
  if (there) return text.slice(0, there.from) + SNIPPET + text.slice(there.to);
  return `${text}${text === "" ? "" : text.endsWith("\n") ? "\n" : "\n\n"}${SNIPPET}`;
}

/** The text without the snippet and the blank line before it. */
export function withoutSnippet(text: string): string {
  const there = place(text);
  if (!there) return text;
  const before = text.slice(0, there.from);
  return (before.endsWith("\n\n") ? before.slice(0, -1) : before) + text.slice(there.to);
}
