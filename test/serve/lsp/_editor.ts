/** An editor: the official client over any two streams, to a server in this process or in another. Not a test file. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, type Readable, type Writable } from "node:stream";
import {
  type CallHierarchyIncomingCall,
  type CallHierarchyItem,
  type CallHierarchyOutgoingCall,
  type CancellationToken,
  type ClientCapabilities,
  CodeLens,
  CodeLensRefreshRequest,
  createProtocolConnection,
  DocumentSymbol,
  Hover,
  type InitializeResult,
  Location,
  type MarkupContent,
  type Position,
  type ProtocolConnection,
  type Range,
  type ServerCapabilities,
  StreamMessageReader,
  StreamMessageWriter,
  type TypeHierarchyItem,
  WorkDoneProgressCreateRequest,
  type WorkspaceSymbol,
} from "vscode-languageserver-protocol/node";
import { uriOfPath } from "../../../src/serve/lsp/workspace.ts";

const CAPABLE: ClientCapabilities = {
  textDocument: { hover: { contentFormat: ["markdown"] }, documentSymbol: { hierarchicalDocumentSymbolSupport: true } },
  workspace: { workspaceFolders: true, codeLens: { refreshSupport: true } },
  window: { workDoneProgress: true },
};

export interface EditorOptions {
  capabilities?: ClientCapabilities;
  /** The folders that it has open; the root alone unless told, null for none. */
  folders?: string[] | null;
}

export class Editor {
  /** How often the lenses were asked to be shown anew. */
  refreshed = 0;
  /** What was told of the work under way: `begin …`, `report …`, `end`. */
  readonly progress: string[] = [];
  provided: ServerCapabilities = {};

  private constructor(
    readonly connection: ProtocolConnection,
    readonly root: string,
  ) {}

  static async start(root: string, input: Readable, output: Writable, options: EditorOptions = {}): Promise<Editor> {
    const connection = createProtocolConnection(new StreamMessageReader(input), new StreamMessageWriter(output));
    const editor = new Editor(connection, root);
    connection.onRequest(CodeLensRefreshRequest.type, () => {
      editor.refreshed++;
    });
    connection.onRequest(WorkDoneProgressCreateRequest.type, () => {});
    connection.onNotification("$/progress", ({ value }: { value: { kind: string; title?: string; message?: string } }) => {
      editor.progress.push([value.kind, value.title, value.message].filter((text) => text !== undefined).join(" "));
    });
    connection.listen();
    const folders = options.folders === undefined ? [root] : options.folders;
    const { capabilities } = (await connection.sendRequest("initialize", {
      processId: null,
      rootUri: null,
      workspaceFolders: folders?.map((folder) => ({ uri: uriOfPath(folder), name: folder })) ?? null,
      capabilities: options.capabilities ?? CAPABLE,
    })) as InitializeResult;
    editor.provided = capabilities;
    await connection.sendNotification("initialized", {});
    return editor;
  }

  /** One that speaks to a server in this process. */
  static async here(root: string, options: EditorOptions = {}): Promise<Editor> {
    const { createConnection } = await import("vscode-languageserver/node");
    const { serve } = await import("../../../src/serve/lsp/server.ts");
    const [up, down] = [new PassThrough(), new PassThrough()];
    const connection = createConnection(new StreamMessageReader(up), new StreamMessageWriter(down));
    const close = serve(connection, root);
    connection.listen();
    const editor = await Editor.start(root, down, up, options);
    editor.#close = () => {
      close();
      connection.dispose();
    };
    return editor;
  }

  #close = (): void => {};

  [Symbol.dispose](): void {
    this.connection.dispose();
    this.#close();
  }

  uri(path: string): string {
    return path.startsWith("/") ? uriOfPath(path) : uriOfPath(join(this.root, path));
  }

  /** The position of the n-th place of a text in a line, from 1, of what the file is on disk. */
  at(path: string, line: number, text: string, nth = 0): { textDocument: { uri: string }; position: Position } {
    const row = readFileSync(join(this.root, path), "utf8").split("\n")[line - 1]!;
    let character = row.indexOf(text);
    for (let i = 0; i < nth; i++) character = row.indexOf(text, character + 1);
    if (character < 0) throw new Error(`${text} does not stand in ${path}:${line}.`);
    return { textDocument: { uri: this.uri(path) }, position: { line: line - 1, character } };
  }

  async ask<T>(method: string, params: unknown, token?: CancellationToken): Promise<T> {
    return (await (token
      ? this.connection.sendRequest(method, params, token)
      : this.connection.sendRequest(method, params as object))) as T;
  }

  /** `path:line:column` of each place, all from 1. */
  async places(method: string, at: object, more: object = {}): Promise<string[] | null> {
    const found = await this.ask<Location[] | null>(`textDocument/${method}`, { ...at, ...more });
    if (found?.some((one) => !Location.is(one))) throw new Error("One of these is no place.");
    return found?.map((one) => this.place(one)) ?? null;
  }

  place({ uri, range }: { uri: string; range: Range }): string {
    const start = `${uriOfPath(this.root)}/`;
    const path = uri.startsWith(start) ? decodeURIComponent(uri.slice(start.length)) : uri;
    return `${path}:${range.start.line + 1}:${range.start.character + 1}`;
  }

  definition(at: object): Promise<string[] | null> {
    return this.places("definition", at);
  }

  references(at: object, includeDeclaration = false): Promise<string[] | null> {
    return this.places("references", at, { context: { includeDeclaration } });
  }

  async calls(at: object): Promise<{ items: string[]; incoming: string[]; outgoing: string[] }> {
    const items = (await this.ask<CallHierarchyItem[] | null>("textDocument/prepareCallHierarchy", at)) ?? [];
    const [incoming, outgoing]: [string[], string[]] = [[], []];
    for (const item of items) {
      for (const { from, fromRanges } of (await this.ask<CallHierarchyIncomingCall[] | null>("callHierarchy/incomingCalls", { item })) ??
        [])
        for (const range of fromRanges) incoming.push(`${from.name} ${this.place({ uri: from.uri, range })}`);
      for (const { to, fromRanges } of (await this.ask<CallHierarchyOutgoingCall[] | null>("callHierarchy/outgoingCalls", { item })) ?? [])
        for (const range of fromRanges) outgoing.push(`${to.name} ${this.place({ uri: item.uri, range })}`);
    }
    return { items: items.map((item) => `${item.name} ${this.place({ uri: item.uri, range: item.selectionRange })}`), incoming, outgoing };
  }

  async types(at: object): Promise<{ items: string[]; above: string[]; below: string[] }> {
    const items = (await this.ask<TypeHierarchyItem[] | null>("textDocument/prepareTypeHierarchy", at)) ?? [];
    const [above, below]: [string[], string[]] = [[], []];
    for (const item of items) {
      for (const one of (await this.ask<TypeHierarchyItem[] | null>("typeHierarchy/supertypes", { item })) ?? []) above.push(one.name);
      for (const one of (await this.ask<TypeHierarchyItem[] | null>("typeHierarchy/subtypes", { item })) ?? []) below.push(one.name);
    }
    return { items: items.map(({ name }) => name), above, below };
  }

  async hover(at: object): Promise<string | null> {
    const found = await this.ask<Hover | null>("textDocument/hover", at);
    if (found !== null && !Hover.is(found)) throw new Error("This is no hover.");
    return (found?.contents as MarkupContent | undefined)?.value ?? null;
  }

  /** Lenses of a file, resolved: `line title`. */
  async lenses(path: string): Promise<string[]> {
    const lenses = (await this.ask<CodeLens[] | null>("textDocument/codeLens", { textDocument: { uri: this.uri(path) } })) ?? [];
    const titles: string[] = [];
    for (const lens of lenses) {
      if (lens.command !== undefined) throw new Error("A lens is resolved before anybody looks.");
      const resolved = await this.ask<CodeLens>("codeLens/resolve", lens);
      if (!CodeLens.is(lens) || !CodeLens.is(resolved)) throw new Error("This is no lens.");
      const { range, command } = resolved;
      titles.push(`${range.start.line + 1} ${command?.title}`);
    }
    return titles;
  }

  /** The tree of a file's definitions: `name line`, those inside behind it. */
  async outline(path: string): Promise<string[]> {
    const found = await this.ask<DocumentSymbol[] | null>("textDocument/documentSymbol", { textDocument: { uri: this.uri(path) } });
    if (found?.some((one) => !DocumentSymbol.is(one))) throw new Error("One of these is no symbol of a document.");
    const of = (symbols: readonly DocumentSymbol[], before: string): string[] =>
      symbols.flatMap(({ name, range, selectionRange, children }) => {
        if (!within(selectionRange, range)) throw new Error(`The name of ${name} is outside of it.`);
        return [`${before}${name} ${selectionRange.start.line + 1}`, ...of(children ?? [], `${before}${name}.`)];
      });
    return of(found ?? [], "");
  }

  async symbols(query: string): Promise<string[]> {
    const found = await this.ask<WorkspaceSymbol[]>("workspace/symbol", { query });
    if (found.some(({ location }) => !Location.is(location))) throw new Error("One of these has no place.");
    return found.map(({ name, location }) => `${name} ${this.place(location as Location)}`);
  }

  async open(path: string, text: string): Promise<void> {
    const textDocument = { uri: this.uri(path), languageId: "x", version: 1, text };
    await this.connection.sendNotification("textDocument/didOpen", { textDocument });
  }

  async change(path: string, ...contentChanges: ({ range: Range; text: string } | { text: string })[]): Promise<void> {
    await this.connection.sendNotification("textDocument/didChange", { textDocument: { uri: this.uri(path), version: 2 }, contentChanges });
  }

  async save(path: string): Promise<void> {
    await this.connection.sendNotification("textDocument/didSave", { textDocument: { uri: this.uri(path) } });
  }
}

const before = (a: Position, b: Position): boolean => a.line < b.line || (a.line === b.line && a.character <= b.character);
const within = (inner: Range, outer: Range): boolean => before(outer.start, inner.start) && before(inner.end, outer.end);
