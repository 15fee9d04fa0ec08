export interface State {
  name(): string;
  enter(c: Context): void;
}

export class Context {
  marks = new Set<string>();
  mark(n: string) {
    this.marks.add(normalize(n));
  }
}

export const normalize = (s: string): string => s.trim();
