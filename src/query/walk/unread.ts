/** A symbol as walks over arrays know it. */
import type { SymbolKind } from "../../base/types.ts";
import type { Store, SymbolRow } from "../../store/graph.ts";

/** Its file. */
export interface Home {
  path: string;
  language: string | null;
}

/** A symbol of which only the file is known yet. */
export class Unread implements SymbolRow {
  #read: SymbolRow | null = null;
  readonly path: string;
  readonly language: string | null;

  constructor(
    private readonly store: Store,
    readonly id: number,
    readonly file: number,
    home: Home,
    private readonly first: number | undefined,
  ) {
    this.path = home.path;
    this.language = home.language;
  }

  get row(): SymbolRow {
    this.#read ??= this.store.symbolById(this.id)!;
    return this.#read;
  }

  get start(): number {
    return this.first ?? this.row.start;
  }
  get key(): string {
    return this.row.key;
  }
  get at(): number {
    return this.row.at;
  }
  get parent(): number | null {
    return this.row.parent;
  }
  get kind(): SymbolKind {
    return this.row.kind;
  }
  get name(): string {
    return this.row.name;
  }
  get qualified(): string {
    return this.row.qualified;
  }
  get signature(): string {
    return this.row.signature;
  }
  get doc(): string {
    return this.row.doc;
  }
  get end(): number {
    return this.row.end;
  }
  get exported(): boolean {
    return this.row.exported;
  }
  get arity(): number | null {
    return this.row.arity;
  }
  get type(): string | null {
    return this.row.type;
  }
  get declares(): boolean {
    return this.row.declares;
  }
}
