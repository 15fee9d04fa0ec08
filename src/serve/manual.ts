/** The manual's pages, as `manifold help TOPIC` prints them and as the man pages are made of. Loaded by help only. */
import agents from "../manual/agents.md" with { type: "text" };
import asking from "../manual/asking.md" with { type: "text" };
import documents from "../manual/documents.md" with { type: "text" };
import gate from "../manual/gate.md" with { type: "text" };
import history from "../manual/history.md" with { type: "text" };
import index from "../manual/index.md" with { type: "text" };
import languages from "../manual/languages.md" with { type: "text" };
import notes from "../manual/notes.md" with { type: "text" };
import ranking from "../manual/ranking.md" with { type: "text" };
import relations from "../manual/relations.md" with { type: "text" };
import security from "../manual/security.md" with { type: "text" };
import sql from "../manual/sql.md" with { type: "text" };
import troubleshooting from "../manual/troubleshooting.md" with { type: "text" };

/** Pages by topic, in the order in which somebody new reads them. */
export const MANUAL: Readonly<Record<string, string>> = {
  asking,
  relations,
  gate,
  agents,
  languages,
  ranking,
  index,
  documents,
  history,
  notes,
  sql,
  security,
  troubleshooting,
};

/** A page for a terminal: Markdown as it is, its titles in bold where there are colours. */
export const pageOf = (text: string, bold: (text: string) => string): string =>
  text.replace(/^#{1,4} .*$/gm, (title) => bold(title)).replace(/^```.*\n/gm, "");
