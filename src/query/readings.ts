/**
 * Further readings of a question (`--deep`): the words a developer, or this very repository, might use instead. All from what is at hand: the
 * identifier splitter, a vocabulary of abbreviations and synonyms, the acronyms that names of the tree spell out, and the words that the tree's own
 * embedding puts beside the question's.
 */
import { deep } from "../base/settings.ts";
import { queryWords, STOP_WORDS, splitIdentifier, stem } from "../base/words.ts";
import type { Store } from "../store/graph.ts";
import { idf, type Totals } from "../store/lexical.ts";
import type { Semantics } from "./semantic.ts";

/** A reading of a question and where its words come from. */
export interface ReadingOf {
  text: string;
  from: "question" | "vocabulary" | "repository";
}

/** The question first, then at most two readings that add words which the tree has. @param among what is asked with it as one */
export function readingsOf(store: Store, text: string, semantics: Semantics | null, among?: Totals): ReadingOf[] {
  const known = new Set(queryWords(text));
  const weigh = idf(store.db, [], among);
  const absent = weigh("");
  const here = (word: string): boolean => weigh(stem(word)) < absent;
  const fresh = (words: readonly string[]): string[] =>
    [...new Set(words)].filter((word) => word.split(" ").some((part) => !known.has(stem(part))) && word.split(" ").every(here));
  const plain = plainWords(text);
  const readings: ReadingOf[] = [{ text, from: "question" }];
  const vocabulary = fresh([...synonyms(plain), ...joined(plain)]).slice(0, deep.words);
  if (vocabulary.length > 0) readings.push({ text: `${text} ${vocabulary.join(" ")}`, from: "vocabulary" });
  // What one tree calls it says nothing of the others.
  if (among) return readings;
  const own = fresh([...acronyms(store, text, plain), ...(semantics?.neighbours(plain, deep.words) ?? [])]).slice(0, deep.words);
  if (own.length > 0) readings.push({ text: `${text} ${own.join(" ")}`, from: "repository" });
  return readings;
}

/** Words of a question taken apart as identifiers are, stop words left out, not stemmed. */
export function plainWords(text: string): string[] {
  return [...text.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)]
    .flatMap((match) => splitIdentifier(match[0]))
    .filter((word) => !STOP_WORDS.has(word));
}

/** What the vocabulary has beside the question's words; of each group what it does not have already. */
export function synonyms(words: readonly string[]): string[] {
  const stems = new Set(words.map(stem));
  const text = ` ${words.join(" ")} `;
  return GROUPS.flatMap((group) => {
    const named = group.some((word) => (word.includes(" ") ? text.includes(` ${word} `) : stems.has(stem(word))));
    return named ? group.filter((word) => !stems.has(stem(word))) : [];
  });
}

/** Words that stand together as one identifier: "event loop" → eventloop. */
function joined(words: readonly string[]): string[] {
  return words.slice(1).map((word, i) => words[i]! + word);
}

/** Whether a name begins with an acronym's first letter and has the others in their order. */
function spells(name: string, acronym: string): boolean {
  if (!name.startsWith(acronym[0]!)) return false;
  let at = 0;
  for (const letter of name) if (letter === acronym[at]) at++;
  return at >= acronym.length;
}

/** Names of the tree that an acronym of the question spells ("TH" → TemplateHaskell), and acronyms that its words spell. */
function acronyms(store: Store, text: string, words: readonly string[]): string[] {
  const found: string[] = [];
  for (const [short] of text.matchAll(/\b\p{Lu}{2,5}\b/gu))
    for (const name of store.namesLike(short, deep.acronymLetters, (all) => all.filter((folded) => spells(folded, short.toLowerCase())))) {
      const parts = splitIdentifier(name);
      if (parts.length === short.length && parts.map((part) => part[0]).join("") === short.toLowerCase()) found.push(...parts);
      if (found.length >= deep.words) return found;
    }
  for (let length = 3; length >= 2; length--)
    for (let at = 0; at + length <= words.length; at++)
      found.push(
        words
          .slice(at, at + length)
          .map((word) => word[0])
          .join(""),
      );
  return found;
}

/**
 * What developers call the same thing: groups of words and abbreviations, one a line, lower-cased. Of an abbreviation with several words only the
 * whole stands for it. Used by the further readings of a question (`--deep`), never by the first, and for ends of relations (asking/ends.ts).
 */
export const GROUPS: readonly (readonly string[])[] = `
args|arguments|parameters|params|options
auth|authentication|login|signin|credentials
authz|authorization|permission|access control|acl
async|asynchronous|concurrent
attr|attribute|property|prop
init|initialize|setup|bootstrap|start
config|configuration|settings|preferences
ctx|context
conn|connection|socket|link
db|database|storage|persistence
del|delete|remove|erase|drop
dest|destination|target|sink
dir|directory|folder
doc|documentation|document
env|environment
err|error|exception|failure|fault
evt|event|signal|notification
exec|execute|run|invoke
expr|expression
fn|func|function|procedure|routine
fetch|get|retrieve|load|read
fmt|format|formatting|render|print
gc|garbage collector|garbage collection
gen|generate|generator|produce|create
hash|digest|checksum
i18n|internationalization|translation|locale
impl|implementation
idx|index|position|offset
iface|interface|protocol|contract
iter|iterator|iteration|loop|traverse
json|javascript object notation
kv|key value
len|length|size|count
lib|library|package|module
lock|mutex|semaphore|synchronization
log|logger|logging|trace
max|maximum|limit|upper bound
mem|memory|buffer|allocation
msg|message|payload
middleware|interceptor|filter|hook
nav|navigation|route|router|routing
num|number|integer
obj|object|entity|record
opt|option|optional|flag
parse|parser|parsing|decode|deserialize|unmarshal
path|url|uri|location|address
perf|performance|speed|benchmark
pkg|package
plugin|extension|addon
pool|reuse|recycle
prev|previous|before
proc|process|subprocess|child
queue|fifo|buffer|channel
rand|random
reader|input|source|stream
recv|receive|read
ref|reference|pointer|handle
regex|regexp|regular expression|pattern
req|request|query|call
res|resp|response|reply|answer|result
ret|return|result
retry|backoff|repeat|attempt
rm|remove|delete
rpc|remote procedure call
save|store|persist|write
schedule|scheduler|cron|timer|timeout
schema|validation|validate|validator|check
sec|security|secure|sanitize|escape
send|transmit|emit|dispatch|publish
serialize|serializer|encode|encoder|marshal|dump
sql|query|statement
ssl|tls|certificate|encryption
src|source|origin
state|status|lifecycle
str|string|text
struct|structure|record
sync|synchronous|blocking
task|job|work|worker|unit of work
temp|tmp|temporary|scratch
term|terminal|tty|console
test|spec|assertion|check
thread|worker|pool
tmpl|template|layout|view
token|lexer|tokenizer|scan|scanner
tree|ast|syntax tree|node
ttl|expiry|expiration|timeout
tx|transaction|commit|rollback
ui|user interface|widget|component
undo|revert|rollback
user|account|member|principal
util|utility|helper
val|value
var|variable
ver|version|revision
watch|watcher|monitor|observe|observer|listener|subscribe
win|windows
cache|memoize|memo|lru
compress|compression|gzip|deflate|zip
cookie|session
copy|clone|duplicate
crypt|encrypt|encryption|decrypt|cipher
diff|delta|patch|change
download|fetch|pull
upload|push|post
mock|stub|fake|double
any|race|select|first
all|join|gather|barrier
merge|combine|concat|join
sort|order|compare|comparator
stop|close|shutdown|terminate|cancel|abort|dispose
wait|await|poll|block
`
  .trim()
  .split("\n")
  .map((line) => line.split("|"));
