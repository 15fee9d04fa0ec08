/** The language server: what editors ask of positions, answered from the index as it is now. */
import {
  type CancellationToken,
  type CodeLens,
  CodeLensRefreshRequest,
  type Connection,
  type InitializeParams,
  type InitializeResult,
  LSPErrorCodes,
  type Position,
  ResponseError,
  type ServerCapabilities,
  TextDocumentSyncKind,
  type WorkDoneProgressServerReporter,
} from "vscode-languageserver/node";
import { asRefusal } from "../../base/errors.ts";
import { VERSION } from "../../base/program.ts";
import { brief, visible } from "../../base/visible.ts";
import type { SymbolRow } from "../../store/graph.ts";
import { lsp, mcp } from "../limits.ts";
import type { LiveTree } from "../mcp/live.ts";
import { Turns } from "../mcp/turns.ts";
import * as relations from "./relations.ts";
import { flat, named, outline } from "./relations.ts";
import { Buffers, ENCODINGS, type Encoding } from "./text.ts";
import { blast, hasLens, hover } from "./told.ts";
import { type Pointed, View } from "./view.ts";
import { uriOfPath, Workspace } from "./workspace.ts";

/** What the client can do, as far as it matters. */
interface Client {
  markdown: boolean;
  tree: boolean;
  lensRefresh: boolean;
  progress: boolean;
  folders: boolean;
}

/** What a lens says of itself until it is looked at. */
interface Waiting {
  uri: string;
  key: string;
  /** When the lenses of its file were asked for (`performance.now()`): what is told is of the index that they were made from. */
  since: number;
}

/**
 * Answers on a connection until it is closed. Not yet listening: the caller does that once everything else is ready.
 * @param started the folder that the server stands for where the client has none open
 * @returns what ends the work that is under way
 */
export function serve(connection: Connection, started: string): () => void {
  const server = new LanguageServer(connection, started);
  return () => server.close();
}

class LanguageServer {
  readonly #workspace: Workspace;
  readonly #buffers = new Buffers();
  readonly #turns = new Turns();
  readonly #progress = new WeakMap<LiveTree, Told>();
  /** Which state of each tree's index was answered from last. */
  readonly #seen = new WeakMap<LiveTree, string>();
  #client: Client = { markdown: false, tree: false, lensRefresh: false, progress: false, folders: false };

  constructor(
    private readonly connection: Connection,
    started: string,
  ) {
    this.#workspace = new Workspace(started);
    connection.onInitialize((params) => this.#initialize(params));
    connection.onInitialized(() => this.#begin());
    this.#documents();
    this.#definitions();
    this.#hierarchies();
    this.#lists();
    this.#told();
  }

  close(): void {
    this.#workspace.close();
  }

  // -------------------------------------------------------------------------------------------- the client

  #initialize({ capabilities, workspaceFolders, rootUri, rootPath }: InitializeParams): InitializeResult {
    const { textDocument, workspace, window, general } = capabilities;
    this.#client = {
      markdown: textDocument?.hover?.contentFormat?.includes("markdown") ?? false,
      tree: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport ?? false,
      lensRefresh: workspace?.codeLens?.refreshSupport ?? false,
      progress: window?.workDoneProgress ?? false,
      folders: workspace?.workspaceFolders ?? false,
    };
    const encoding = general?.positionEncodings?.find((one): one is Encoding => (ENCODINGS as readonly string[]).includes(one)) ?? "utf-16";
    this.#buffers.encoding = encoding;
    const root = rootUri ?? (rootPath ? uriOfPath(rootPath) : null);
    this.#workspace.set(workspaceFolders ? workspaceFolders.map(({ uri }) => uri) : root === null ? null : [root]);
    const provided: ServerCapabilities = {
      positionEncoding: encoding,
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
      definitionProvider: true,
      declarationProvider: true,
      implementationProvider: true,
      referencesProvider: true,
      callHierarchyProvider: true,
      typeHierarchyProvider: true,
      documentSymbolProvider: true,
      workspaceSymbolProvider: true,
      hoverProvider: true,
      codeLensProvider: { resolveProvider: true },
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    };
    return { capabilities: provided, serverInfo: { name: "manifold", version: VERSION } };
  }

  /** Indexes are made, or brought up to date, before anybody asks. */
  #begin(): void {
    if (this.#client.folders)
      this.connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        this.#workspace.add(
          added.map(({ uri }) => uri),
          removed.map(({ uri }) => uri),
        );
        void this.#prepare();
      });
    void this.#prepare();
  }

  async #prepare(): Promise<void> {
    const signal = new AbortController().signal;
    try {
      for (const tree of this.#workspace.trees()) await this.#use(tree, signal, async () => null);
    } catch (error) {
      // Whoever asks is told again; until then it stands in the client's log.
      this.connection.console.warn(visible(asRefusal(error).what));
    }
  }

  // -------------------------------------------------------------------------------------------- documents

  #documents(): void {
    const { connection } = this;
    connection.onDidOpenTextDocument(({ textDocument: { uri, text } }) => this.#at(uri, (path) => this.#buffers.open(path, uri, text)));
    connection.onDidChangeTextDocument(({ textDocument: { uri }, contentChanges }) =>
      this.#at(uri, (path) => this.#buffers.change(path, contentChanges)),
    );
    connection.onDidCloseTextDocument(({ textDocument: { uri } }) => this.#at(uri, (path) => this.#buffers.close(path)));
    connection.onDidSaveTextDocument(() => void this.#prepare());
  }

  #at(uri: string, act: (path: string) => void): void {
    const path = this.#workspace.pathOf(uri);
    if (path !== null) act(path);
  }

  // -------------------------------------------------------------------------------------------- questions

  #definitions(): void {
    const { connection } = this;
    connection.onDefinition((at, token) => this.#pointed(at, token, relations.definitions));
    connection.onDeclaration((at, token) => this.#pointed(at, token, relations.declarations));
    connection.onImplementation((at, token) => this.#pointed(at, token, relations.implementations));
    connection.onReferences((at, token) =>
      this.#pointed(at, token, (view, pointed) => relations.references(view, pointed, at.context.includeDeclaration)),
    );
  }

  #hierarchies(): void {
    const { callHierarchy, typeHierarchy } = this.connection.languages;
    callHierarchy.onPrepare((at, token) =>
      this.#pointed(at, token, (view, { symbols }) => some(relations.items(view, symbols.filter(relations.callable)))),
    );
    callHierarchy.onIncomingCalls(({ item }, token) => this.#about(item.uri, item.data, token, relations.incoming));
    callHierarchy.onOutgoingCalls(({ item }, token) => this.#about(item.uri, item.data, token, relations.outgoing));
    typeHierarchy.onPrepare((at, token) =>
      this.#pointed(at, token, (view, pointed) => some(relations.items(view, relations.typesOf(view, pointed)))),
    );
    typeHierarchy.onSupertypes(({ item }, token) =>
      this.#about(item.uri, item.data, token, (view, symbol) => relations.types(view, "superclasses", symbol)),
    );
    typeHierarchy.onSubtypes(({ item }, token) =>
      this.#about(item.uri, item.data, token, (view, symbol) => relations.types(view, "subclasses", symbol)),
    );
  }

  #lists(): void {
    const { connection } = this;
    connection.onDocumentSymbol(({ textDocument: { uri } }, token) =>
      this.#file(uri, token, (view, path) => (this.#client.tree ? outline(view, path) : flat(view, path))),
    );
    connection.onWorkspaceSymbol(({ query }, token) =>
      this.#answer(token, async (signal) => {
        const found = [];
        for (const tree of this.#workspace.trees()) found.push(...(await this.#use(tree, signal, async (view) => named(view, query))));
        return found.slice(0, lsp.symbols);
      }),
    );
  }

  #told(): void {
    const { connection } = this;
    connection.onHover((at, token) => this.#pointed(at, token, (view, pointed) => hover(view, pointed, this.#client.markdown)));
    connection.onCodeLens(({ textDocument: { uri } }, token) => {
      const since = performance.now();
      return this.#file(uri, token, (view, path) => {
        const file = view.store.fileByPath(path);
        return (file ? view.store.symbolsOfFile(file.id) : []).flatMap((symbol): CodeLens[] => {
          const spans = hasLens(symbol) ? view.spans(symbol) : null;
          return spans ? [{ range: spans.name, data: { uri, key: symbol.key, since } satisfies Waiting }] : [];
        });
      });
    });
    connection.onCodeLensResolve(async (lens, token) => {
      const { uri, key, since } = lens.data as Waiting;
      const title = await this.#about(uri, { key }, token, blast, since);
      // What is gone since has nothing to say; a lens without a title is refused.
      return { ...lens, command: { title: title ?? "changed since", command: "" } };
    });
  }

  /** What a position of a document points at; null where that is nothing, or outside of what is answered for. */
  #pointed<T>(
    { textDocument: { uri }, position }: { textDocument: { uri: string }; position: Position },
    token: CancellationToken,
    work: (view: View, pointed: Pointed) => T | Promise<T>,
  ): Promise<T | null> {
    return this.#file(uri, token, (view, path) => {
      const pointed = view.pointed(path, position);
      return pointed && work(view, pointed);
    });
  }

  /** A definition that an earlier answer named; null where it is gone since. */
  #about<T>(
    uri: string,
    data: unknown,
    token: CancellationToken,
    work: (view: View, symbol: SymbolRow) => T | Promise<T>,
    since?: number,
  ): Promise<T | null> {
    const asked = (view: View): T | Promise<T> | null => {
      const symbol = view.store.symbolByKey(String((data as Partial<relations.Kept> | null)?.key));
      return symbol && work(view, symbol);
    };
    return this.#file<T | null>(uri, token, asked, since);
  }

  /** @param since the index as it was then will do */
  #file<T>(uri: string, token: CancellationToken, work: (view: View, path: string) => T | Promise<T>, since?: number): Promise<T | null> {
    return this.#answer(token, async (signal) => {
      const path = this.#workspace.pathOf(uri);
      const place = path === null ? null : this.#workspace.treeOf(path);
      return place && this.#use(place.tree, signal, async (view) => work(view, place.path), since);
    });
  }

  // -------------------------------------------------------------------------------------------- answers

  /** Works an answer out, in its turn; a refusal is an error of the protocol with its words. */
  async #answer<T>(token: CancellationToken, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const ended = new AbortController();
    // One that was cancelled before its turn says so here alone.
    if (token.isCancellationRequested) ended.abort();
    const listening = token.onCancellationRequested(() => ended.abort());
    try {
      return await this.#turns.take(ended.signal, () => work(ended.signal));
    } catch (error) {
      const { code, what, fix } = asRefusal(error);
      const kind = code === "interrupted" ? LSPErrorCodes.RequestCancelled : LSPErrorCodes.RequestFailed;
      throw new ResponseError(kind, visible(`${brief(what, 600)} ${brief(fix, 400)} [${code}]`));
    } finally {
      listening.dispose();
    }
  }

  /** Runs something on a tree as it is now; waits for an index that is being made, which the client is told of. */
  async #use<T>(tree: LiveTree, signal: AbortSignal, work: (view: View) => Promise<T>, since?: number): Promise<T> {
    const told = this.#toldOf(tree);
    told.waiting++;
    try {
      const { made } = await tree.use(
        { signal, onProgress: (message) => told.tell(message), since },
        async (session) => {
          await this.#turns.next(signal);
          this.#changed(tree, session.store.identity());
          const view = new View(session, this.#buffers, (path) => this.#workspace.uriOf(path));
          return { made: await work(view), view };
        },
        ({ view }) => view.stale,
      );
      return made;
    } finally {
      if (--told.waiting === 0) told.end();
    }
  }

  /** What is shown above definitions is asked for again once the index is another. */
  #changed(tree: LiveTree, identity: string): void {
    const before = this.#seen.get(tree);
    this.#seen.set(tree, identity);
    if (before === undefined || before === identity || !this.#client.lensRefresh) return;
    this.connection.sendRequest(CodeLensRefreshRequest.type).catch(() => {});
  }

  #toldOf(tree: LiveTree): Told {
    const told = this.#progress.get(tree) ?? new Told(this.connection, tree.root, this.#client.progress);
    this.#progress.set(tree, told);
    return told;
  }
}

const some = <T>(list: T[]): T[] | null => (list.length > 0 ? list : null);

/** How far the index of a tree is, as the client shows it. */
class Told {
  /** Answers that wait for it. */
  waiting = 0;
  #since: number | null = null;
  #last = 0;
  #reporter: Promise<WorkDoneProgressServerReporter> | null = null;

  constructor(
    private readonly connection: Connection,
    private readonly root: string,
    private readonly enabled: boolean,
  ) {}

  tell(message: string): void {
    if (!this.enabled) return;
    const now = performance.now();
    this.#since ??= now;
    if (now - this.#since < lsp.patienceMs || now - this.#last < mcp.progressMs) return;
    this.#last = now;
    this.#reporter ??= this.connection.window.createWorkDoneProgress().then((reporter) => {
      reporter.begin(`Manifold: indexing ${visible(this.root)}`, undefined, visible(message));
      return reporter;
    });
    this.#reporter.then((reporter) => reporter.report(visible(message))).catch(() => {});
  }

  end(): void {
    this.#since = null;
    this.#reporter?.then((reporter) => reporter.done()).catch(() => {});
    this.#reporter = null;
  }
}
