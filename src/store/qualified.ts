/**
 * Qualified names, which are stored only where they are not the container's and the name joined by a dot.
 */

/** What the table has of a container: position in its file, parent, name, stored qualified name. */
export type ContainerRow = [at: number, parent: number | null, name: string, qualified: string | null];

/** What to store as the qualified name: null where it follows from the container. */
export function storedQualified(qualified: string, name: string, container: string): string | null {
  return qualified === joined(container, name) ? null : qualified;
}

/** Gives stored names their whole form; containers are looked up once each. */
export class Qualifier {
  /** Qualified names of containers by symbol id; "" for a file. */
  #known = new Map<number, string>();

  constructor(private readonly row: (id: number) => ContainerRow | undefined) {}

  /** The whole name of a symbol that is read: its stored one, or its container's and its own. */
  whole(stored: string | null, parent: number | null, name: string): string {
    return stored ?? joined(parent === null ? "" : this.#container(parent), name);
  }

  /** Tells a container's name in advance. */
  note(id: number, qualified: string): void {
    this.#known.set(id, qualified);
  }

  forget(): void {
    this.#known.clear();
  }

  #container(id: number): string {
    let name = this.#known.get(id);
    if (name === undefined) {
      const row = this.row(id);
      name = row === undefined || row[0] === 0 ? "" : this.whole(row[3], row[1], row[2]);
      this.#known.set(id, name);
    }
    return name;
  }
}

function joined(container: string, name: string): string {
  return container === "" ? name : `${container}.${name}`;
}
