/**
 * What lies outside a program and is spoken of by a common word: a package ("redis", "pickle"), or whatever keeps, sends and shows things there ("the database",
 * "the network", "the terminal"). No definition is called so; the places are meant where the code reaches it: calls of the packages that do it, of what a
 * language has for it without a package, and types that are named for it.
 */
import { ends as settings } from "../../base/settings.ts";
import type { SymbolKind } from "../../base/types.ts";
import { STOP_WORDS, splitIdentifier, words } from "../../base/words.ts";
import { languageFor } from "../../lang/languages.ts";
import type { Store, SymbolRow } from "../../store/graph.ts";
import { chunksWithAllTerms } from "../../store/lexical.ts";
import { chunkPlaces, fileEvidence } from "../../store/ranking.ts";
import { isBuilt } from "../evidence.ts";
import { searchKeyword } from "../keyword.ts";

/** A symbol that may be meant, and how likely: 1 for what is called just so. */
export interface Meant {
  symbol: SymbolRow;
  score: number;
}

interface Resource {
  /** What people call it. */
  called: RegExp;
  /** Words of packages and types that reach it. */
  words: ReadonlySet<string>;
  /** Further words of packages, by what they end with or hold. */
  like?: RegExp;
  /** Those of them that do much else. */
  broad: ReadonlySet<string>;
  /** How it is reached for certain, or without a package; by one line of code. */
  code: RegExp | null;
  /** Words of which such a line has one. */
  terms: string;
}

const set = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Everyday words for it; drivers, clients and calls as the languages' own libraries and the most used packages name them. */
const RESOURCES: readonly Resource[] = [
  {
    called: /^(?:(?:sql|relational) )?(?:databases?|db|dbms|persistence|data store)$/,
    words: set(
      "db sql sqlite sqlite3 rusqlite cysqlite postgres postgresql pg pq pgx psycopg psycopg2 asyncpg mysql mysql2 mysqli mariadb oracle mssql mongo mongodb mongoose " +
        "mongoid jdbc jdbi odbc pdo dbi sqlalchemy peewee hibernate jpa gorm sqlx diesel sequelize knex prisma typeorm kysely drizzle ecto postgrex activerecord doctrine " +
        "eloquent entityframework entityframeworkcore dapper npgsql dbcontext exposed ktorm hikari cassandra dynamodb couchdb leveldb rocksdb bbolt lmdb bolt database databases",
    ),
    like: /.db$|sql/,
    broad: set("db"),
    code: null,
    terms: "",
  },
  {
    called: /^(?:networks?|wire|internet|sockets?|remote (?:server|host)|http)$/,
    words: set(
      "net http http2 https socket sockets tcp udp tls ssl urllib urllib3 urllib2 requests httpx aiohttp fetch undici axios got superagent curl libcurl reqwest hyper ureq isahc okhttp " +
        "okhttp3 retrofit httpclient httpurlconnection guzzle guzzlehttp faraday httparty excon tesla finch hackney mint xmlhttprequest urlsession alamofire websocket websockets grpc network",
    ),
    broad: set("http https net"),
    code: /(?:^|[^.\w])fetch\(|\burlopen\(|\bhttp\.(?:Get|Post|Head|PostForm|request|get)\(|\.(?:Do|RoundTrip)\(|\bnet\.(?:Dial|Listen|connect)|\.(?:Send|Get|Post|Put|Delete)Async\(|\brequests\.(?:get|post|request|Session)|\bnew (?:XMLHttpRequest|WebSocket)\b|\bcurl_exec\(|\bfsockopen\(|\bstream_socket_client\(|\bURLSession\b|\bHttpClient\b|\bNet::HTTP\b|\b(?:TCP|UDP)Socket\b/,
    terms:
      "fetch urlopen http roundtrip net sendasync getasync postasync putasync deleteasync requests xmlhttprequest websocket curl_exec fsockopen stream_socket_client urlsession httpclient tcpsocket udpsocket",
  },
  {
    called: /^(?:(?:hard )?(?:disk|drive)|file ?systems?|files? on (?:the )?disk|fs)$/,
    broad: set("os io path file files"),
    words: set("fs fsp os io file files filesystem fileutils pathlib tempfile tempdir shutil ioutil afero vfs nio okio"),
    code: /\b(?:fopen|fwrite|fread|file_put_contents|file_get_contents|rename|unlink)\(|\b(?:with )?open\(|\bFile\.(?:open|read|write|create|[A-Z]\w*)|\b(?:File|Dir|IO)\.\w+|\b(?:fs|File)::\w+|\bDeno\.(?:read|write)|\bFileManager\b/,
    terms: "fopen fwrite fread file_put_contents file_get_contents rename unlink open file dir io fs deno filemanager",
  },
  {
    called: /^(?:terminals?|consoles?|screen|tty|std(?:out|err)|standard (?:output|error)|command line output)$/,
    broad: set("rich term"),
    words: set(
      "tty isatty termios termion crossterm curses ncurses console colorama termcolor ansi readline chalk colors inquirer rich blessed terminal term stdout stderr indicatif winapi",
    ),
    code: /\bprint\(|\be?println?!|\bconsole\.(?:log|error|info|warn|debug)\(|\bprocess\.std(?:out|err)\b|\bsys\.(?:std(?:out|err)|__std\w+)\b|\bSystem\.(?:out|err)\b|\bConsole\.(?:Write|Error|Out)|\bfmt\.(?:Fp|P)rint|\bos\.Std(?:out|err)\b|\$?\bstd(?:out|err)\b|\bSTD(?:OUT|ERR)\b|\bputs?\s|\bprintf\(|\bstd::c(?:out|err)\b|\bio::std(?:out|err)\b/,
    terms: "print println eprintln eprint log error info warn debug stdout stderr console printf puts put cout fprint fprintf fprintln",
  },
  {
    called: /^(?:command lines?(?: (?:arguments|options|flags|interface))?|cli|command line program|program start|entry point)$/,
    broad: set("click flag"),
    words: set(
      "argparse optparse click typer docopt getopt clap structopt argh pico lexopt cobra pflag flag commander yargs minimist meow cac oclif parseargs picocli jcommander thor optimist",
    ),
    code: /\bsys\.argv\b|\bprocess\.argv\b|\bos\.Args\b|\benv::args\(|\bARGV\b|\bparseArgs\(|\bgetopt(?:_long)?\(|\bstatic (?:async )?(?:void|int|Task(?:<int>)?) [Mm]ain\(|^\s*func main\(|\bfn main\(|^(?:int|void) main\(|^\s*(?:async )?def main\(|\bflag\.Parse\(/,
    terms: "argv args main getopt parse parseargs",
  },
  {
    called: /^(?:environment(?: variables?)?|env(?: vars?)?)$/,
    broad: set("mail"),
    words: set("dotenv environ envy"),
    code: /\bos\.(?:environ|getenv|Environ|Getenv|LookupEnv)\b|\bprocess\.env\b|\benv::vars?(?:_os)?\b|\bSystem\.getenv\(|\bgetenv\(|\bENV\[|\bENV\.fetch|\bEnvironment\.GetEnvironmentVariable/,
    terms: "environ getenv lookupenv env getenvironmentvariable",
  },
  {
    called: /^(?:child |sub|external )?(?:process(?:es)?|shell|command|program)$/,
    broad: set("mail"),
    words: set("subprocess childprocess execa exec pexpect duct popen open3"),
    code: /\bCommand::new\(|\bexec\.Command(?:Context)?\(|\bchild_process\b|\bProcessBuilder\b|\bProcess\.(?:Start|spawn|run)|\bnew Process\b|\bProcess _?\w+ = new\b|\bos\.(?:system|popen|exec\w*)\(|\bproc_open\(|\bshell_exec\(|\bpopen\(/,
    terms: "command exec child_process processbuilder process system popen proc_open shell_exec execv execl execvp",
  },
  {
    called: /^(?:e-?mails?|mail(?: server)?|smtp)$/,
    broad: set("mail"),
    words: set("smtp smtplib mail mailer nodemailer sendgrid mailgun postmark mailkit lettre sendmail phpmailer swiftmailer"),
    code: /\bmail\(/,
    terms: "mail",
  },
  {
    called: /^(?:clock|system time|(?:current|wall) (?:clock|time))$/,
    broad: set("mail"),
    words: set("clock"),
    code: /\bDate\.now\(|\btime\.(?:time|monotonic|Now|Since)\(|\bdatetime\.(?:utc)?now\(|\bSystem\.(?:currentTimeMillis|nanoTime)\(|\bInstant(?:::|\.)now\(|\bSystemTime::now\(|\bDateTime\.(?:Utc)?Now\b|\bTime\.now\b/,
    terms: "now time monotonic since currenttimemillis nanotime utcnow",
  },
];

/** What a description means of what lies outside. */
export interface Outside {
  /** It is a common word for something outside: nothing else of the tree is meant by it than what is called so. */
  resource: boolean;
  /** Likeliest first. */
  meant: Meant[];
}

/** What a description means of what lies outside; nothing for what is no such word. */
export function outsideOf(store: Store, description: string): Outside {
  const said = description.toLowerCase().replace(/\s+/g, " ").trim();
  const spoken = (said.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !STOP_WORDS.has(word));
  if (spoken.length === 0 || spoken.length > MOST_WORDS) return { resource: false, meant: [] };
  const resource = RESOURCES.find(({ called }) => called.test(said)) ?? null;
  const found = new Map<number, Meant>();
  const add = (symbol: SymbolRow, score: number): void => {
    if (score > (found.get(symbol.id)?.score ?? 0)) found.set(symbol.id, { symbol, score });
  };
  const joined = spoken.join("");
  for (const outside of store.externals()) {
    const last = outside.name
      .replace(/[/.]v?\d+$/, "")
      .split(/[/.:\\]/)
      .at(-1)!;
    const called = last.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "") === joined;
    const serving = (name: string): boolean =>
      resource !== null &&
      name
        .split(/[^\p{L}\p{N}]+/u)
        .flatMap((segment) => [segment.toLowerCase(), ...splitIdentifier(segment)])
        .some((part) => resource.words.has(part) || resource.like?.test(part));
    const serves = serving(outside.name);
    if (!called && !serves) continue;
    const edges = store.edgesTo(outside.id, REACHING);
    if (edges.length > 0)
      add(
        outside,
        called
          ? settings.package
          : resource?.broad.has(last) || !serving(outside.name.split("/").at(-1)!)
            ? settings.broad
            : settings.resource,
      );
    else if (serves) for (const symbol of broughtIn(store, outside)) add(symbol, settings.broughtIn);
  }
  if (resource === null) return { resource: false, meant: ordered(found) };
  for (const symbol of typesNamed(store, resource.words)) add(symbol, settings.type);
  if (resource.code) for (const symbol of reaching(store, resource.code, resource.terms)) add(symbol, settings.code);
  return { resource: true, meant: ordered(found) };
}

const REACHING = ["calls", "uses", "inherits"] as const;

/** Nobody calls a package by more words. */
const MOST_WORDS = 3;

const ordered = (found: ReadonlyMap<number, Meant>): Meant[] =>
  [...found.values()].sort((a, b) => b.score - a.score || byPlace(a.symbol, b.symbol));

const byPlace = (a: SymbolRow, b: SymbolRow): number =>
  a.path === b.path ? a.at - b.at || (a.name < b.name ? -1 : 1) : a.path < b.path ? -1 : 1;

/**
 * The type of each file that brings a package in, where no call of it is known: a name space that is used (C#) says nothing of what of it is called. Of
 * several types in a file it is not known which.
 */
function broughtIn(store: Store, outside: SymbolRow): SymbolRow[] {
  const files = new Set(store.edgesTo(outside.id, ["imports"]).flatMap(({ src }) => store.symbolById(src)?.file ?? []));
  return fileEvidence(store, [...files])
    .filter(({ tags }) => !tags.includes("test"))
    .slice(0, settings.files)
    .flatMap(({ id }) => {
      const types = store.symbolsOfFile(id).filter(({ kind }) => OWNERS.has(kind));
      return types.length === 1 ? types : [];
    });
}

const OWNERS: ReadonlySet<SymbolKind> = new Set(["class", "struct", "interface", "trait"]);

/** Types outside tests with one of some words in their names; a word that many have is what the tree itself is about, and leads out of it nowhere. */
function typesNamed(store: Store, words: ReadonlySet<string>): SymbolRow[] {
  const byWord = new Map<string, SymbolRow[]>();
  for (const [id, name] of store.namesOf([...OWNERS])) {
    const own = splitIdentifier(name).filter((part) => words.has(part));
    const symbol = own.length > 0 ? store.symbolById(id) : null;
    if (symbol === null || symbol.file === null || isBuilt(symbol.path) || store.fileById(symbol.file)?.tags.includes("test")) continue;
    for (const word of new Set(own)) byWord.set(word, [...(byWord.get(word) ?? []), symbol]);
  }
  const few = [...byWord.values()].filter((named) => named.length <= settings.ownWord).flat();
  return [...new Map(few.map((symbol) => [symbol.id, symbol])).values()].sort(byPlace).slice(0, settings.names);
}

/**
 * Definitions outside tests around lines of code.
 * @param terms one of which each such line has: only files with one of them are read
 */
function reaching(store: Store, code: RegExp, terms: string): SymbolRow[] {
  const numbers = new Set(terms.split(" ").flatMap((term) => [...chunksWithAllTerms(store.db, words(term))]));
  const ids = new Set([...chunkPlaces(store, [...numbers]).values()].map(({ file }) => file));
  const files = new Set(
    fileEvidence(store, [...ids])
      .filter(({ tags, path }) => !tags.includes("test") && !isBuilt(path))
      .slice(0, settings.read)
      .map(({ path }) => path),
  );
  const found = searchKeyword(store, `/${code.source}/`, {
    limit: settings.lines,
    accept: (path, language) => {
      const { content, markup, documents } = languageFor(language);
      return files.has(path) && language !== null && content === undefined && !markup && !documents;
    },
  });
  const symbols = found.files.flatMap(({ path, lines }) => lines.flatMap(({ line }) => store.symbolAt(path, line) ?? []));
  return [...new Map(symbols.filter(({ at }) => at > 0).map((symbol) => [symbol.id, symbol])).values()];
}
